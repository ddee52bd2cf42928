import { EMPTY_PAGE } from './browsers.ts';
import { DESKTOP, expect, PHONE, test } from './product.ts';
import { expectToast } from './toasts.ts';
import { expectAccessible } from './visual/accessibility.ts';

// Tests of the helpers that the other tests use.

test('a reused browser context contains nothing from the previous test', async ({ pages }) => {
  const page = await pages.acquire(PHONE, {
    cookies: [],
    origins: [{ origin: '', localStorage: [{ name: 'stored', value: 'before' }] }],
  });
  await page.goto('/about');
  expect(await page.evaluate(() => localStorage.getItem('stored'))).toBe('before');
  await page.evaluate(() => {
    sessionStorage.setItem('seen', '1');
    indexedDB.open('seen');
  });
  await page.context().addCookies([{ name: 'seen', value: '1', url: page.url() }]);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.context().grantPermissions(['geolocation']);
  await page.route('**/about', (route) => route.abort());
  await page.context().setOffline(true);
  await pages.release(page);

  const again = await pages.acquire(DESKTOP);
  expect(again).toBe(page);
  await again.goto('/about');
  const left = await again.evaluate(async () => ({
    stored: localStorage.getItem('stored'),
    seen: sessionStorage.getItem('seen'),
    cookie: document.cookie,
    databases: await indexedDB.databases(),
    dark: matchMedia('(prefers-color-scheme: dark)').matches,
    position: (await navigator.permissions.query({ name: 'geolocation' })).state,
    width: window.innerWidth,
  }));
  expect(left).toEqual({
    stored: null,
    seen: null,
    cookie: '',
    databases: [],
    dark: false,
    position: 'prompt',
    width: DESKTOP.width,
  });
  // The history contains only the empty page.
  await again.goBack();
  expect(await again.goBack()).toBeNull();
  await pages.release(again);
});

test('axe reports planted violations on a page and in its frame, but not behind an open dialog', async ({
  open,
}) => {
  const page = await open();
  const unnamed = '<button></button>';
  const show = async (body: string) => {
    // Navigate first: setContent alone would keep the loaded axe but lose its message listeners.
    await page.goto(EMPTY_PAGE);
    await page.setContent(
      `<!doctype html><html lang="fr"><title>Page</title><main><h1>Page</h1>${body}</main>`,
    );
  };
  await show('<p>Rien à redire.</p>');
  await expectAccessible(page);
  for (const planted of [unnamed, `<iframe title="Cadre" srcdoc='<main>${unnamed}</main>'></iframe>`]) {
    await show(planted);
    await expect(expectAccessible(page)).rejects.toThrow('button-name');
  }
  await show(`${unnamed}<div role="dialog" aria-modal="true" aria-label="Devant"><p>Devant</p></div>`);
  await expectAccessible(page);
  await show('<p style="color: #999; background: #fff">Trop pâle</p>');
  await expect(expectAccessible(page, 'colours')).rejects.toThrow('color-contrast');
});

test('a toast that came and went between two looks was shown; an earlier one does not count', async ({
  open,
}) => {
  const page = await open();
  await page.goto('/');
  const flash = (text: string) =>
    page.evaluate((words) => {
      const toast = document.createElement('div');
      toast.className = 'mantine-Notification-root';
      toast.append(Object.assign(document.createElement('p'), { textContent: words }));
      document.body.append(toast);
      toast.remove();
    }, text);
  const expecting = expectToast(page, 'Statut mis à jour');
  await flash('Statut mis à jour');
  await expecting;
  await flash('Zone ajoutée');
  const late = expectToast(page, 'Zone ajoutée', { timeout: 1 });
  await expect(late).rejects.toThrow('Zone ajoutée');
});
