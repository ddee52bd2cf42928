import { defaultOrder } from '../ordering.ts';
import { createPerson } from '../people.ts';
import { expect, test } from '../product.ts';
import { sessionOf } from '../session.ts';

test('on a phone the portal has a margin of 16 px, fits 320 px, and its buttons are 44 px high', async ({
  open,
  query,
}) => {
  const customer = await createPerson(query, 'customer', 'Portail Test');
  const token = (await sessionOf(customer.identifier)).origins[0]!.localStorage[0]!.value;
  const [zone] = await query<{ id: string }>('select id from zones where $1 = any(sectors)', [
    defaultOrder.quarter,
  ]);
  const page = await open({ width: 320, height: 568 });
  const response = await page.request.post('/api/payments', {
    headers: { authorization: `Bearer ${token}` },
    data: {
      order: {
        prescription: {
          type: 'numerical',
          items: [{ label: defaultOrder.label, form: defaultOrder.form, quantity: defaultOrder.quantity }],
        },
        deliveryZone: zone!.id,
        deliveryAddress: defaultOrder.address,
        finalAmount: null,
      },
    },
  });
  const { transactionId, portal } = await response.json();
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
