import { createPhoto } from '../documents.ts';
import { clickInPortal } from '../ordering.ts';
import { createPerson } from '../people.ts';
import { expect, PHONE, test } from '../product.ts';
import { callAs } from '../session.ts';
import { createPhotoOrder } from '../staff/photo-order.ts';
import { expectToast } from '../toasts.ts';

test('a customer leaves out a medicine of a read prescription and pays for the others', async ({
  open,
  query,
}) => {
  const agent = await createPerson(query, 'agent', 'Lectrice des Lignes');
  const staffPage = await open(PHONE, agent.identifier);
  const number = await createPhotoOrder(query, agent, await createPhoto(staffPage, 320, 240, 0.1));
  const [order] = await query<{ id: string; phone: string; fee: number }>(
    'select o.id, phone, delivery_fee_fcfa as fee from orders o join users u on u.id = customer_id where number = $1',
    [number],
  );
  const { id, phone, fee } = order!;
  const medicines = await query<{ id: string; label: string; price: number }>(
    `select id, label, price_fcfa as price from medications where price_fcfa between 100 and 9999 and reviewed
       and deleted_at is null order by label limit 2`,
  );
  const items = medicines.map((one) => ({ medicationId: one.id, quantity: 1 }));
  await callAs(agent.identifier, 'PUT', `/api/orders/${id}`, { prescription: { type: 'numerical', items } });

  const page = await open(PHONE, phone.replace('+229', ''));
  await page.goto(`/tracking?order=${id}`);
  const [kept, left] = medicines.map(({ label, price }) => ({ label, price }));
  await page.getByRole('button', { name: `Ne pas prendre ${left!.label}` }).click();
  await expectToast(page, 'Montant mis à jour');
  const total = Math.round(fee + kept!.price * 1.1);
  const digits = (text: string) => Number(text.replace(/\D/g, ''));
  const pay = page.getByRole('button', { name: /^Payer / });
  await expect.poll(async () => digits(await pay.innerText())).toBe(total);
  await pay.click();
  await clickInPortal(page, 'Accepter le paiement');
  await expect(page.getByText(`Non pris : 1 × ${left!.label}`)).toBeVisible();
  const [paid] = await query<{ paid: number; lines: string[] }>(
    `select paid_fcfa as paid, array(select label from order_items where order_id = o.id) as lines from orders o where id = $1`,
    [id],
  );
  expect(paid).toEqual({ paid: total, lines: [kept!.label] });
});
