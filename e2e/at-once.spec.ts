import type { Page } from '@playwright/test';
import { paidOrder } from './paid-order.ts';
import { meet } from './people.ts';
import { DESK, expect, expectToast, PHONE, type Query, test } from './product.ts';

// Two people, or two screens of one, at the same order (RULES 8, 9): one moves it, the other is told where it stands.

test('two supervisors assign at once: the second is told who was chosen', async ({ open, query }) => {
  const order = await paidOrder(query, 'Deux-superviseurs Test');
  const [first, second] = [
    await meet(query, 'pharmacy', 'Pharmacie Première'),
    await meet(query, 'pharmacy', 'Pharmacie Seconde'),
  ];
  const colleague = await meet(query, 'supervisor', 'Collègue Test');
  const one = await open(DESK, 'superviseur@amasin.demo');
  const two = await open(DESK, colleague.identifier);
  for (const page of [one, two]) {
    await page.goto(`/supervisor-dashboard?order=${order.id}`);
    await page.getByRole('button', { name: 'Assigner une pharmacie' }).click();
    await page.getByLabel('Nom ou téléphone').fill('Pharmacie');
    await expect(page.getByRole('button', { name: `Assigner ${second.name}` }).first()).toBeVisible();
  }
  await hold(two);
  await one
    .getByRole('button', { name: `Assigner ${first.name}` })
    .first()
    .click();
  await expectToast(one, 'Commande assignée avec succès');
  await release(two);
  await two
    .getByRole('button', { name: `Assigner ${second.name}` })
    .first()
    .click();
  await expectToast(two, `Commande déjà assignée à ${first.name}`);
  await expect(two.getByRole('region', { name: 'Commande ouverte' })).toContainText(first.name);
  expect(await actionsOf(query, order.id)).toEqual(['create', 'assign-pharmacy']);
});

test('a courier with two phones moves an order once', async ({ open, query }) => {
  const { order, courier } = await confided(query, 'Deux-téléphones Test');
  const one = await open(PHONE, courier.identifier);
  const two = await open(PHONE, courier.identifier);
  for (const page of [one, two]) {
    await page.goto('/delivery-dashboard');
    await expect(page.getByRole('button', { name: 'Commencer la livraison' })).toBeVisible();
  }
  await hold(two);
  await one.getByRole('button', { name: 'Commencer la livraison' }).click();
  await expectToast(one, 'Statut mis à jour avec succès');
  await release(two);
  // What this person has done already is no mistake.
  await two.getByRole('button', { name: 'Commencer la livraison' }).click();
  await expectToast(two, 'Statut mis à jour avec succès');
  await expect(two.getByRole('button', { name: 'Marquer comme livrée' })).toBeVisible();
  expect(await actionsOf(query, order.id)).toEqual(['create', 'start-delivery']);
});

test('an order that has gone further says where it stands', async ({ open, query }) => {
  const { order, courier } = await confided(query, 'Trop-tard Test');
  const phone = await open(PHONE, courier.identifier);
  await phone.goto('/delivery-dashboard');
  await expect(phone.getByRole('button', { name: 'Commencer la livraison' })).toBeVisible();
  await hold(phone);
  for (const state of ['delivering', 'delivered'])
    await query('update orders set state = $1 where id = $2', [state, order.id]);
  await release(phone);
  await phone.getByRole('button', { name: 'Commencer la livraison' }).click();
  await expectToast(phone, 'Action impossible : la commande est déjà « Livrée »');
  await expect(phone.getByText('Aucune livraison à faire')).toBeVisible();

  const colleague = await meet(query, 'supervisor', 'Clôture Test');
  const one = await open(DESK, 'superviseur@amasin.demo');
  const two = await open(DESK, colleague.identifier);
  for (const page of [one, two]) {
    await page.goto(`/supervisor-dashboard?order=${order.id}`);
    await page.getByRole('button', { name: 'Terminer' }).click();
    await expect(page.getByRole('dialog', { name: 'Terminer cette commande ?' })).toBeVisible();
  }
  await hold(two);
  await one.getByRole('dialog').getByRole('button', { name: 'Terminer' }).click();
  await expectToast(one, 'Commande terminée');
  await release(two);
  await two.getByRole('dialog').getByRole('button', { name: 'Terminer' }).click();
  await expectToast(two, 'Action impossible : la commande est déjà « Terminée »');
  await expect(two.getByRole('dialog')).toBeHidden();
  await expect(
    two.getByRole('region', { name: 'Commande ouverte' }).getByText('Terminée', { exact: true }),
  ).toBeVisible();
  expect(await actionsOf(query, order.id)).toEqual(['create', 'end']);
});

/** An order that a courier of its own has to fetch. */
async function confided(query: Query, name: string) {
  const order = await paidOrder(query, name);
  const pharmacy = await meet(query, 'pharmacy', `Pharmacie ${name}`);
  const courier = await meet(query, 'deliveryPerson', `Livreur ${name}`);
  await query('update orders set pharmacy_id = $1, delivery_person_id = $2 where id = $3', [
    pharmacy.id,
    courier.id,
    order.id,
  ]);
  return { order, courier };
}

async function actionsOf(query: Query, orderId: string): Promise<string[]> {
  const events = await query<{ action: string }>(
    'select action from order_events where order_id = $1 order by at, id',
    [orderId],
  );
  return events.map(({ action }) => action);
}

const reading = /\/api\/orders/;

/** This screen asks from time to time; kept waiting, it still shows what was true before. */
async function hold(page: Page): Promise<void> {
  await page.route(reading, (route) => (route.request().method() === 'GET' ? undefined : route.continue()));
}

async function release(page: Page): Promise<void> {
  await page.unroute(reading);
}
