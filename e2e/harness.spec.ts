import { AN_EMPTY_PAGE } from './browsers.ts';
import { expectAccessible } from './looks/accessible.ts';
import { DESK, expect, PHONE, test } from './product.ts';

// What the other tests lean on.

test('a browser that is taken again knows nothing of who had it before', async ({ browsers }) => {
  const page = await browsers.take(PHONE, {
    cookies: [],
    origins: [{ origin: '', localStorage: [{ name: 'kept', value: 'somebody' }] }],
  });
  await page.goto('/about');
  expect(await page.evaluate(() => localStorage.getItem('kept'))).toBe('somebody');
  await page.evaluate(() => {
    sessionStorage.setItem('seen', '1');
    indexedDB.open('seen');
  });
  await page.context().addCookies([{ name: 'seen', value: '1', url: page.url() }]);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.context().grantPermissions(['geolocation']);
  await page.route('**/about', (route) => route.abort());
  await page.context().setOffline(true);
  await browsers.giveBack(page);

  const again = await browsers.take(DESK);
  expect(again).toBe(page);
  await again.goto('/about');
  const left = await again.evaluate(async () => ({
    kept: localStorage.getItem('kept'),
    seen: sessionStorage.getItem('seen'),
    cookie: document.cookie,
    databases: await indexedDB.databases(),
    dark: matchMedia('(prefers-color-scheme: dark)').matches,
    position: (await navigator.permissions.query({ name: 'geolocation' })).state,
    width: window.innerWidth,
  }));
  expect(left).toEqual({
    kept: null,
    seen: null,
    cookie: '',
    databases: [],
    dark: false,
    position: 'prompt',
    width: DESK.width,
  });
  // Nowhere to go back to but the empty page it waited on.
  await again.goBack();
  expect(await again.goBack()).toBeNull();
  await browsers.giveBack(again);
});

test('axe finds what is planted: on a page, in its frame, and in front of it alone', async ({ open }) => {
  const page = await open();
  const wordless = '<button></button>';
  const plain = async (body: string) => {
    // A new window each time: written over, the former one would keep axe and lose what it listens to.
    await page.goto(AN_EMPTY_PAGE);
    await page.setContent(
      `<!doctype html><html lang="fr"><title>Page</title><main><h1>Page</h1>${body}</main>`,
    );
  };
  await plain('<p>Rien à redire.</p>');
  await expectAccessible(page);
  for (const planted of [wordless, `<iframe title="Cadre" srcdoc='<main>${wordless}</main>'></iframe>`]) {
    await plain(planted);
    await expect(expectAccessible(page)).rejects.toThrow('button-name');
  }
  await plain(`${wordless}<div role="dialog" aria-modal="true" aria-label="Devant"><p>Devant</p></div>`);
  await expectAccessible(page);
  await plain('<p style="color: #999; background: #fff">Trop pâle</p>');
  await expect(expectAccessible(page, 'colours')).rejects.toThrow('color-contrast');
});
