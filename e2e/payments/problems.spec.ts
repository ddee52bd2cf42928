import type { Page } from '@playwright/test';
import { handOver } from '../hand-over.ts';
import { assignCourier, assignPharmacy } from '../order-steps.ts';
import { recordsOf } from '../ordering.ts';
import { createPaidOrder } from '../paid-order.ts';
import { createPerson, type Person, uniqueDigits } from '../people.ts';
import { DESKTOP, expect, type Open, PHONE, type Query, test } from '../product.ts';
import { expectToast } from '../toasts.ts';
import { amountOf, balances, expectedAmounts, expectRefunded, expectTitle, paidBack } from './money.ts';

// A problem reported by a pharmacy or a courier is on the supervisor's open page at once, and the money ends where it belongs.

/** A paid order, assigned on the supervisor's page, which stays open, to a new pharmacy and a new courier. */
async function assignedOrder(open: Open, query: Query) {
  const order = await createPaidOrder(query, `Cliente Bloquée-${uniqueDigits()}`);
  const pharmacy = await createPerson(query, 'pharmacy', `Pharmacie Sans-${uniqueDigits()}`);
  const courier = await createPerson(query, 'deliveryPerson', `Livreur Bloqué-${uniqueDigits()}`);
  const supervisor = await createPerson(query, 'supervisor', 'Superviseur des Problèmes');
  const desk = await open(DESKTOP, supervisor.identifier);
  await desk.goto(`/supervisor-dashboard?order=${order.id}`);
  await assignPharmacy(desk, pharmacy);
  // The dialog for the courier follows.
  await assignCourier(desk, courier);
  return { ...order, pharmacy, courier, desk };
}

/** The open order of a pharmacy. */
async function openAs(open: Open, pharmacy: Person, id: string): Promise<Page> {
  const page = await open(DESKTOP, pharmacy.identifier);
  await page.goto(`/pharmacy-dashboard?order=${id}`);
  return page;
}

async function reportShortage(page: Page, reason: string, note: string): Promise<void> {
  await page.getByText('Je ne peux pas préparer').click();
  await page.getByLabel('Précision (facultatif)').fill(note);
  await page.getByRole('button', { name: reason }).click();
  await expect(page.getByText('Le superviseur est prévenu.')).toBeVisible();
}

const paid = async (query: Query, id: string) => {
  const { medicines, fee, commission, total } = await expectedAmounts(query, id);
  return { customer: total, pharmacy: -medicines, courier: -fee, commission: -commission };
};

test('a pharmacy lacks a medicine: another one prepares it, and the customer pays nothing more', async ({
  open,
  query,
}) => {
  const { id, number, customer, pharmacy, courier, desk } = await assignedOrder(open, query);
  const amounts = await expectedAmounts(query, id);
  expect(await balances(query, customer.id)).toEqual(await paid(query, id));
  const first = await openAs(open, pharmacy, id);
  await reportShortage(first, 'Médicament en rupture', 'livré lundi');

  // Live, without reloading.
  await expect(desk.getByText('Médicament en rupture', { exact: true })).toBeVisible();
  await expect(desk.getByText('Albendazole 400 mg, boîte de 1 · livré lundi')).toBeVisible();
  const customerPage = await open(PHONE, customer.identifier);
  await customerPage.goto(`/tracking?order=${id}`);
  await expect(customerPage.getByRole('heading', { name: number })).toBeVisible();
  await expect(customerPage.getByText(/rupture/)).toHaveCount(0);

  const second = await createPerson(query, 'pharmacy', `Pharmacie Avec-${uniqueDigits()}`);
  await desk.getByRole('button', { name: 'Remplacer la pharmacie' }).click();
  const dialog = desk.getByRole('dialog', { name: 'Remplacer la pharmacie' });
  await dialog.getByLabel('Raison (facultatif)').selectOption('Médicament manquant');
  await dialog.getByLabel('Nom ou téléphone').fill(second.phone);
  await dialog.getByRole('button', { name: `Assigner ${second.name}` }).click();
  await expect(dialog).toBeHidden();
  await expect(desk.getByText('Médicament en rupture', { exact: true })).toHaveCount(0);
  await expect(
    first.getByText(`Cette commande est maintenant confiée à ${second.name} (médicament manquant).`),
  ).toBeVisible();

  const other = await openAs(open, second, id);
  await expect(other.getByText('Je ne peux pas préparer')).toBeVisible();
  const delivery = await open(PHONE, courier.identifier);
  await delivery.goto('/delivery-dashboard');
  await delivery.getByRole('button', { name: 'Commencer la livraison' }).click();
  await expectToast(delivery, 'Statut mis à jour avec succès');
  await handOver(delivery, await codeOf(query, id));
  await desk.getByRole('button', { name: 'Terminer' }).click();
  await desk
    .getByRole('dialog', { name: 'Terminer cette commande ?' })
    .getByRole('button', { name: 'Terminer' })
    .click();
  await expectToast(desk, 'Commande terminée');
  // No prescriber: the platform keeps the commission.
  const { total, medicines, fee, commission } = amounts;
  expect(await balances(query, customer.id)).toEqual({
    customer: total,
    pharmacy: -medicines,
    courier: -fee,
    platform: -commission,
  });
  const sales = await query<{ id: string; sum: number }>(
    `select u.id, coalesce(sum(o.medicines_fcfa) filter (where o.state = 'ended'), 0)::int as sum
     from users u left join orders o on o.pharmacy_id = u.id where u.id = any($1) group by u.id`,
    [[pharmacy.id, second.id]],
  );
  const sold = new Map(sales.map(({ id: owner, sum }) => [owner, sum]));
  expect([sold.get(pharmacy.id), sold.get(second.id)]).toEqual([0, medicines]);
});

test('no pharmacy has a medicine: the customer asks for her money and gets all of it, once', async ({
  open,
  query,
}) => {
  const { id, customer, pharmacy, desk } = await assignedOrder(open, query);
  const { total } = await expectedAmounts(query, id);
  await reportShortage(await openAs(open, pharmacy, id), 'Médicament en rupture', '');
  await expect(desk.getByText('Médicament en rupture', { exact: true })).toBeVisible();

  const page = await open(PHONE, customer.identifier);
  await page.goto(`/tracking?order=${id}`);
  await page.getByText('Demander l’annulation').click();
  await page.getByRole('button', { name: 'L’attente est trop longue' }).click();
  await expect(page.getByText('Annulation demandée', { exact: true })).toBeVisible();
  await expect(desk.getByText('Le client demande l’annulation')).toBeVisible();
  await desk.getByRole('button', { name: 'Accepter' }).click();
  await desk
    .getByRole('dialog', { name: 'Annuler et rembourser cette commande ?' })
    .getByRole('button', { name: 'Rembourser' })
    .click();
  await expectTitle(desk, 'en cours', total);
  // Live, without reloading.
  await expect(page.getByText('Votre commande est annulée')).toBeVisible();
  await expectRefunded(page, query, customer.id, total);
  const { transactionId, payments } = await recordsOf(query, customer);
  expect(payments).toEqual(['refunded']);
  expect(await paidBack(query, transactionId)).toEqual([total]);
  // Her refund was booked once and paid once.
  const owed = await query<{ amount: number }>(
    `select e.amount_fcfa::int as amount from entries e join journals j on j.id = e.journal_id
     left join refunds r on r.id = j.refund_id left join orders o on o.id = j.order_id
     where account = 'refund' and $1 in (r.customer_id, o.customer_id) order by 1`,
    [customer.id],
  );
  expect(owed).toEqual([{ amount: -total }, { amount: total }]);
  await expect(desk.getByText('Médicament en rupture', { exact: true })).toHaveCount(0);
  expect(await balances(query, customer.id)).toEqual({});
});

test('no pharmacy has a medicine and the customer does not answer: the supervisor gives all of it back', async ({
  open,
  query,
}) => {
  const { id, number, customer, pharmacy, courier, desk } = await assignedOrder(open, query);
  const { total } = await expectedAmounts(query, id);
  expect(await balances(query, customer.id)).toEqual(await paid(query, id));
  const preparing = await openAs(open, pharmacy, id);
  await reportShortage(preparing, 'Médicament en rupture', '');
  await expect(desk.getByText('Médicament en rupture', { exact: true })).toBeVisible();
  const page = await open(PHONE, customer.identifier);
  await page.goto(`/tracking?order=${id}`);
  await expect(page.getByText('Demander l’annulation')).toBeVisible();

  await desk.getByText('Annuler et rembourser', { exact: true }).click();
  await desk.getByRole('button', { name: 'Médicament introuvable' }).click();
  const dialog = desk.getByRole('dialog', { name: 'Annuler et rembourser cette commande ?' });
  await expect(
    dialog.getByText(new RegExp(`^${amountOf(total).source}.F à rendre à ${customer.name}`)),
  ).toBeVisible();
  // Nothing has moved before she confirms.
  expect(await balances(query, customer.id)).toEqual(await paid(query, id));
  await dialog.getByLabel('Précision (facultatif)').fill('trois appels sans réponse');
  await dialog.getByRole('button', { name: 'Rembourser' }).click();
  await expect(desk.getByText('Annulée : médicament introuvable')).toBeVisible();
  await expect(desk.getByText('trois appels sans réponse')).toBeVisible();
  await expect(desk.getByText('Médicament en rupture', { exact: true })).toHaveCount(0);
  // Live, without reloading.
  await expect(page.getByText('Votre commande est annulée')).toBeVisible();
  await expect(page.getByText(/Un médicament est introuvable\. Remboursement/)).toBeVisible();
  await expect(page.getByText('trois appels')).toHaveCount(0);
  await expect(preparing.getByRole('heading', { name: 'Commande annulée' })).toBeVisible();
  await expect(preparing.getByText('Elle ne vous est plus confiée.')).toBeVisible();
  const told = await query<{ message: string }>(
    'select message from notifications where user_id = any($1) and message like $2 order by message',
    [[pharmacy.id, courier.id], `${number} n’est plus %`],
  );
  expect(told.map(({ message }) => message)).toEqual([
    `${number} n’est plus à livrer.`,
    `${number} n’est plus à préparer.`,
  ]);

  await expectRefunded(page, query, customer.id, total);
  const { transactionId } = await recordsOf(query, customer);
  expect(await paidBack(query, transactionId)).toEqual([total]);
  expect(await balances(query, customer.id)).toEqual({});
});

test('a courier finds no one: the supervisor reads it at once and settles it; no money moves', async ({
  open,
  query,
}) => {
  const { id, customer, courier, desk } = await assignedOrder(open, query);
  const delivery = await open(PHONE, courier.identifier);
  await delivery.goto('/delivery-dashboard');
  await delivery.getByRole('button', { name: 'Commencer la livraison' }).click();
  await expectToast(delivery, 'Statut mis à jour avec succès');
  await delivery.getByText('Je ne peux pas livrer').click();
  await delivery.getByLabel('Précision (facultatif)').fill('portail fermé');
  await delivery.getByRole('button', { name: 'Client absent' }).click();
  await expect(desk.getByText('portail fermé')).toBeVisible();
  await desk.getByRole('button', { name: 'C’est réglé' }).click();
  await expect(desk.getByText('portail fermé')).toHaveCount(0);
  await handOver(delivery, await codeOf(query, id));
  await expect(
    desk.getByRole('region', { name: 'Commande ouverte' }).getByText('Livrée', { exact: true }),
  ).toBeVisible();
  expect(await balances(query, customer.id)).toEqual(await paid(query, id));
});

async function codeOf(query: Query, orderId: string): Promise<string> {
  const [row] = await query<{ code: string }>('select handover_code as code from orders where id = $1', [
    orderId,
  ]);
  return row!.code;
}
