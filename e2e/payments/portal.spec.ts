import { openPayment } from '../paid-order.ts';
import { createPerson } from '../people.ts';
import { expect, test } from '../product.ts';

test('on a phone the portal has a margin of 16 px, fits 320 px, and its buttons are at least 44 px high', async ({
  open,
  query,
}) => {
  const customer = await createPerson(query, 'customer', 'Portail Test');
  const { transactionId, portal } = await openPayment(query, customer);
  const page = await open({ width: 320, height: 568 });
  await page.goto(`/sandbox-pay?${new URLSearchParams({ transactionId, token: portal.token })}`);
  await page.getByText('Autres réponses de l’opérateur').click();
  const buttons = page.getByRole('button');
  await expect(buttons).toHaveCount(6);
  for (const button of await buttons.all()) {
    const box = await button.boundingBox();
    expect(box).toMatchObject({ x: 16, width: 288 });
    expect(box!.height).toBeGreaterThanOrEqual(44);
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
});
