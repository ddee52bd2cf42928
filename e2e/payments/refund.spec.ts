import type { Page } from '@playwright/test';
import { createCustomerWithDraft, openSummary, payWith, recordsOf } from '../ordering.ts';
import { createPerson } from '../people.ts';
import { DESKTOP, expect, PHONE, type Query, test } from '../product.ts';
import { balances } from './balances.ts';

// A customer gets their money back: for an order that they no longer want, and for money that bought nothing.

/** The repeated job runs each minute. */
const JOB_MS = 75_000;

const amountOf = (amount: number) => new RegExp(String(amount).replace(/(\d)(?=(\d{3})+$)/g, '$1\\s'));

/** What the provider has paid back, FCFA. */
async function paidBack(query: Query, transactionId: string): Promise<number[]> {
  const rows = await query<{ amount: number }>(
    "select amount_fcfa as amount from sandbox_refunds where transaction_id = $1 and status = 'done'",
    [transactionId],
  );
  return rows.map(({ amount }) => amount);
}

const expectTitle = (page: Page, state: string, amount: number) =>
  expect(
    page.getByText(new RegExp(`Remboursement de ${amountOf(amount).source}.F ${state}`)).first(),
  ).toBeVisible({ timeout: JOB_MS });

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
    ...{ customer: total, pharmacy: -medicines, courier: -fee, commission: -commission },
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

  await expectTitle(page, 'effectué', total);
  const { transactionId, payments } = await recordsOf(query, customer);
  expect(payments).toEqual(['refunded']);
  expect(await paidBack(query, transactionId)).toEqual([total]);
  expect(await balances(query, customer.id)).toEqual({});
});

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
  await expectTitle(page, 'effectué', received);
  const { transactionId, orders } = await recordsOf(query, customer);
  expect([orders, await paidBack(query, transactionId)]).toEqual([0, [received]]);
  expect(await balances(query, customer.id)).toEqual({});
});
