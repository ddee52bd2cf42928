import { createPerson, submitSignIn } from '../people.ts';
import { expect, PHONE, test } from '../product.ts';

const NOTICE = 'Démonstration : rien n’est livré ni payé.';

test('after many wrong tries, the sign-in page does the work that is asked for', async ({ open, query }) => {
  const customer = await createPerson(query, 'customer', 'Aïcha Test-Porte');
  const page = await open(PHONE);
  const identifier = customer.phone;
  for (let n = 0; n < 11; n += 1) {
    const response = await page.request.post('/api/auth/login', {
      data: { identifier, password: 'mauvais' },
    });
    expect(response.status()).toBe(n < 10 ? 401 : 429);
  }
  await page.goto('/login');
  await submitSignIn(page, customer.phone);
  // The work takes seconds of a busy machine.
  await expect(page).toHaveURL('/dashboard', { timeout: 30_000 });
});

test('every page of a demonstration says so above everything, and it covers nothing', async ({ open }) => {
  const page = await open(PHONE);
  for (const path of ['/', '/login', '/medicaments', '/nulle-part', '/order']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const notice = page.getByRole('complementary', { name: 'Démonstration' });
    await expect(notice).toHaveText(NOTICE);
    await expect(notice).toHaveCount(1);
    const box = (await notice.boundingBox())!;
    expect([box.x, box.y, box.width]).toEqual([0, 0, PHONE.width]);
    const header = (await page.getByRole('banner').first().boundingBox())!;
    expect(header.y).toBeGreaterThanOrEqual(box.y + box.height);
  }
});
