import { createCustomerWithDraft, openSummary, payWith, recordsOf } from '../ordering.ts';
import { createPerson } from '../people.ts';
import { DESKTOP, expect, PHONE, test } from '../product.ts';
import { balances } from './balances.ts';
import { amountOf, expectRefunded, paidBack } from './refunded.ts';

// A customer gets money back that bought nothing.

test('a payment of another amount is paid back from « Paiements à regarder »', async ({ open, query }) => {
  const customer = await createCustomerWithDraft(query, 'Autre Montant');
  const page = await open(PHONE, customer.storage);
  await openSummary(page);
  await payWith(page, 'Payer un autre montant');
  await expect(page.getByText('Paiement à vérifier').first()).toBeVisible();
  const [payment] = await query<{ amount: number }>(
    'select amount_fcfa as amount from payments where customer_id = $1',
    [customer.id],
  );
  // The sandbox takes half.
  const received = Math.floor(payment!.amount / 2);

  const supervisor = await createPerson(query, 'supervisor', 'Montant Superviseur');
  const desk = await open(DESKTOP, supervisor.identifier);
  await desk.goto('/supervisor-dashboard?tab=payments');
  await desk.getByRole('button', { name: `Décider du paiement de ${customer.name}` }).click();
  const dialog = desk.getByRole('dialog', { name: 'Décider du paiement' });
  await dialog.getByRole('button', { name: new RegExp(`Rembourser ${amountOf(received).source}`) }).click();
  await expect(desk.getByText('Remboursement demandé')).toBeVisible();
  await page.goto('/dashboard');
  await expectRefunded(page, query, customer.id, received);
  const { transactionId, orders } = await recordsOf(query, customer);
  expect([orders, await paidBack(query, transactionId)]).toEqual([0, [received]]);
  expect(await balances(query, customer.id)).toEqual({});
});
