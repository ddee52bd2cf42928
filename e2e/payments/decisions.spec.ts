import { createPhoto } from '../documents.ts';
import { createCustomerWithDraft, expectDraft, openSummary, payWith, recordsOf } from '../ordering.ts';
import { createPaidOrder } from '../paid-order.ts';
import { createPerson, type Person, uniqueDigits } from '../people.ts';
import { DESKTOP, expect, PHONE, type Query, test } from '../product.ts';
import { callAs } from '../session.ts';
import { createPhotoOrder } from '../staff/photo-order.ts';
import { amountOf, balances, expectRefunded, paidBack } from './money.ts';

// A supervisor settles payments without an order, and answers requests to cancel.

/** An order with a photograph that a pharmacist has read, for this customer; not paid. */
async function createReadOrder(query: Query, customer: Person, photo: Buffer) {
  const agent = await createPerson(query, 'agent', 'Pharmacien qui Lit');
  const number = await createPhotoOrder(query, agent, photo, customer);
  const [order] = await query<{ id: string }>('select id from orders where number = $1', [number]);
  const [medicine] = await query<{ id: string }>(
    `select id from medications where price_fcfa between 1000 and 9999 and reviewed and deleted_at is null order by label limit 1`,
  );
  const prescription = { type: 'numerical', items: [{ medicationId: medicine!.id, quantity: 1 }] };
  await callAs(agent.identifier, 'PUT', `/api/orders/${order!.id}`, { prescription });
  const [read] = await query<{ id: string; number: string; total: number }>(
    'select id, number, total_fcfa as total from orders where id = $1',
    [order!.id],
  );
  return read!;
}

test('a supervisor attaches a payment under review to the order that needs exactly what was received', async ({
  open,
  query,
}) => {
  const customer = await createCustomerWithDraft(query, `Cliente Rattachée-${uniqueDigits()}`);
  const page = await open(PHONE, customer.storage);
  const order = await createReadOrder(query, customer, await createPhoto(page, 320, 240, 0.1));
  await openSummary(page);
  // The sandbox takes half of the amount: doubled, half of it is the total of the other order.
  await page.route('**/api/payments', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    const response = await route.fetch();
    const twice = 'update sandbox_transactions set amount_fcfa = $2 where transaction_id = $1';
    await query(twice, [(await response.json()).transactionId, 2 * order.total]);
    await route.fulfill({ response });
  });
  await payWith(page, 'Payer un autre montant');
  await expect(page.getByText('Paiement à vérifier').first()).toBeVisible();

  const supervisor = await createPerson(query, 'supervisor', 'Superviseur qui Rattache');
  const desk = await open(DESKTOP, supervisor.identifier);
  await desk.goto('/supervisor-dashboard?tab=payments');
  await desk.getByRole('button', { name: `Décider du paiement de ${customer.name}` }).click();
  await desk.getByRole('button', { name: `Rattacher à ${order.number}` }).click();
  await expect(desk.getByText(`Paiement rattaché à ${order.number}`)).toBeVisible();

  await page.goto(`/tracking?order=${order.id}`);
  await expect(page.getByText('Payée : nous cherchons une pharmacie.')).toBeVisible();
  expect((await recordsOf(query, customer)).payments).toEqual(['paid']);
  const [paid] = await query<{ state: string; paid: number }>(
    'select state, paid_fcfa as paid from orders where id = $1',
    [order.id],
  );
  expect(paid).toEqual({ state: 'pending', paid: order.total });
  expect((await balances(query, customer.id)).customer).toBe(order.total);
});

test('a customer asks to cancel, reads why it is declined, and her order goes on', async ({
  open,
  query,
}) => {
  const { customer, id } = await createPaidOrder(query, 'Demande Refusée');
  const before = await balances(query, customer.id);
  const page = await open(PHONE, customer.identifier);
  await page.goto(`/tracking?order=${id}`);
  await page.getByText('Demander l’annulation').click();
  await page.getByRole('button', { name: 'Autre raison' }).click();
  await expect(page.getByText('Annulation demandée', { exact: true })).toBeVisible();

  const supervisor = await createPerson(query, 'supervisor', 'Superviseur qui Refuse');
  const desk = await open(DESKTOP, supervisor.identifier);
  await desk.goto(`/supervisor-dashboard?order=${id}`);
  await desk.getByText('Refuser', { exact: true }).click();
  await desk.getByRole('button', { name: 'La commande est déjà préparée' }).click();
  await expect(desk.getByText('Annulation refusée', { exact: true })).toBeVisible();

  // Live, without reloading.
  await expect(page.getByText(/La pharmacie l’a déjà préparée/)).toBeVisible();
  await expect(page.getByText('Demander l’annulation')).toBeHidden();
  const [order] = await query<{ state: string }>('select state from orders where id = $1', [id]);
  expect(order?.state).toBe('pending');
  expect(await balances(query, customer.id)).toEqual(before);
});

test('a customer who paid another amount is told that it is checked, and gets all of it back', async ({
  open,
  query,
}) => {
  const customer = await createCustomerWithDraft(query, 'Autre Montant');
  const page = await open(PHONE, customer.storage);
  await openSummary(page);
  await payWith(page, 'Payer un autre montant');
  await expect(page.getByText('mais pas le montant dû')).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expectDraft(page);
  const { transactionId, ...records } = await recordsOf(query, customer);
  expect(records).toEqual({ orders: 0, payments: ['review'], journals: 0 });
  const told = 'select 1 from notifications where title = $1 and message like $2';
  expect((await query(told, ['Paiement à vérifier', `%${transactionId}%`])).length).toBeGreaterThan(0);
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
  expect(await paidBack(query, transactionId)).toEqual([received]);
  expect((await recordsOf(query, customer)).orders).toBe(0);
  expect(await balances(query, customer.id)).toEqual({});
});
