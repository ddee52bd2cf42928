import { createPhoto } from '../documents.ts';
import { createCustomerWithDraft, openSummary, payWith, recordsOf } from '../ordering.ts';
import { createPaidOrder } from '../paid-order.ts';
import { createPerson, type Person, uniqueDigits } from '../people.ts';
import { DESKTOP, expect, PHONE, type Query, test } from '../product.ts';
import { callAs } from '../session.ts';
import { createPhotoOrder } from '../staff/photo-order.ts';
import { balances } from './balances.ts';

// What a supervisor decides about money, other than to give it back (refund.spec.ts, other-amount.spec.ts).

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

test('a payment under review pays the order that needs exactly what was received', async ({
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

test('a declined request to cancel: the customer reads why, and the order goes on', async ({
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
