import { createPaidOrder, openPayment } from '../paid-order.ts';
import { createPerson } from '../people.ts';
import { DESKTOP, expect, PHONE, test } from '../product.ts';
import { callAs } from '../session.ts';
import { checkAppearance } from './appearance.ts';

test('asking to cancel a paid order, deciding it, and the refund', async ({ open, query }) => {
  const { customer, id } = await createPaidOrder(query, 'Apparence Annulée');
  const supervisor = await createPerson(query, 'supervisor', 'Apparence Superviseur');
  const page = await open(PHONE, customer.identifier);
  await page.goto(`/tracking?order=${id}`);
  await page.getByText('Demander l’annulation').click();
  await expect(page.getByRole('button', { name: 'Autre raison' })).toBeVisible();
  await checkAppearance(page);
  await page.getByRole('button', { name: 'Autre raison' }).click();
  await expect(page.getByText('Annulation demandée', { exact: true })).toBeVisible();
  await checkAppearance(page);

  const desk = await open(PHONE, supervisor.identifier);
  await desk.goto(`/supervisor-dashboard?order=${id}`);
  await desk.getByText('Refuser', { exact: true }).click();
  await expect(desk.getByRole('button', { name: 'Le livreur part maintenant' })).toBeVisible();
  await checkAppearance(desk);
  await desk.setViewportSize(DESKTOP);
  await checkAppearance(desk);
  await callAs(supervisor.identifier, 'POST', `/api/orders/${id}/cancel-request/decision`, {
    declined: null,
  });
  await expect(page.getByText(/Comme vous l’avez demandé\. Remboursement de/)).toBeVisible();
  await checkAppearance(page);
});

test('a refund that failed and debits without a payment', async ({ open, query }) => {
  const customer = await createPerson(query, 'customer', 'Apparence Débitée');
  const supervisor = await createPerson(query, 'supervisor', 'Apparence Débits');
  const { transactionId } = await openPayment(query, customer);
  await query(
    `insert into stray_debits (id, provider, transaction_id, reference, amount_fcfa, currency, payment_id, at)
     select gen_random_uuid(), 'other', $1, 'R2', 7654321, 'XOF', id, now() from payments where transaction_id = $1
     union all select gen_random_uuid(), 'other', $1 || '-inconnue', null, null, null, null, now()`,
    [transactionId],
  );
  await query(
    `insert into refunds (id, payment_id, debit, customer_id, amount_fcfa, state, asked_by_id, asked_at)
     select gen_random_uuid(), id, 'R1', customer_id, 7654321, 'failed', $2, now() from payments where transaction_id = $1`,
    [transactionId, supervisor.id],
  );
  const desk = await open(PHONE, supervisor.identifier);
  await desk.goto('/supervisor-dashboard?tab=payments');
  await expect(
    desk.getByRole('button', { name: 'Réessayer le remboursement à Apparence Débitée' }),
  ).toBeVisible();
  await desk.getByText('Classer', { exact: true }).first().click();
  await checkAppearance(desk);
  await desk.setViewportSize(DESKTOP);
  await checkAppearance(desk);
  await query('delete from refunds where asked_by_id = $1', [supervisor.id]);
  await query("delete from stray_debits where provider = 'other'");
});
