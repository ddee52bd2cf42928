import { createCustomerWithDraft, openSummary, payWith, recordsOf } from '../ordering.ts';
import { createPerson } from '../people.ts';
import { DESKTOP, expect, PHONE, test } from '../product.ts';
import { balances } from './balances.ts';
import { expectRefunded, expectTitle, paidBack } from './refunded.ts';

// A customer gets their money back for an order that they no longer want.

test('a paid order is cancelled at its customer’s request, and paid back once', async ({ open, query }) => {
  const customer = await createCustomerWithDraft(query, 'Annulée Rendue');
  const page = await open(PHONE, customer.storage);
  await openSummary(page);
  await payWith(page, 'Accepter le paiement');
  await page.waitForURL(/\/tracking\?order=/);
  const [order] = await query<{ id: string; total: number; medicines: number; fee: number }>(
    `select id, total_fcfa as total, medicines_fcfa as medicines, delivery_fee_fcfa as fee
     from orders where customer_id = $1`,
    [customer.id],
  );
  const { id, total, medicines, fee } = order!;
  const commission = Math.floor((medicines + 5) / 10);
  expect(total).toBe(medicines + fee + commission);
  expect(await balances(query, customer.id)).toEqual({
    customer: total,
    pharmacy: -medicines,
    courier: -fee,
    commission: -commission,
  });

  await page.getByText('Demander l’annulation').click();
  await page.getByRole('button', { name: 'L’attente est trop longue' }).click();
  await expect(page.getByText('Annulation demandée', { exact: true })).toBeVisible();

  const supervisor = await createPerson(query, 'supervisor', 'Rendue Superviseur');
  const desk = await open(DESKTOP, supervisor.identifier);
  await desk.goto(`/supervisor-dashboard?order=${id}`);
  await expect(desk.getByText('Le client demande l’annulation')).toBeVisible();
  await desk.getByRole('button', { name: 'Accepter' }).click();
  await desk
    .getByRole('dialog', { name: 'Annuler et rembourser cette commande ?' })
    .getByRole('button', { name: 'Rembourser' })
    .click();
  await expectTitle(desk, 'en cours', total);
  // Live, without reloading.
  await expect(page.getByText('Votre commande est annulée')).toBeVisible();
  expect(await balances(query, customer.id)).toEqual({ customer: total, refund: -total });

  await expectRefunded(page, query, customer.id, total);
  const { transactionId, payments } = await recordsOf(query, customer);
  expect(payments).toEqual(['refunded']);
  expect(await paidBack(query, transactionId)).toEqual([total]);
  expect(await balances(query, customer.id)).toEqual({});
});
