import type { Page } from '@playwright/test';
import { createPaidOrder } from '../paid-order.ts';
import { createPerson } from '../people.ts';
import { DESKTOP, expect, PHONE, type Query, test } from '../product.ts';
import { expectToast } from '../toasts.ts';

// Two users, or one user on two devices, change the same order (rules 8, 9): the second sees its current state.

test('two supervisors assign at once: the second sees which pharmacy has the order', async ({
  open,
  query,
}) => {
  const order = await createPaidOrder(query, 'Deux-superviseurs Test');
  const first = await createPerson(query, 'pharmacy', 'Pharmacie Première');
  const second = await createPerson(query, 'pharmacy', 'Pharmacie Seconde');
  const colleague = await createPerson(query, 'supervisor', 'Collègue Test');
  const one = await open(DESKTOP, 'superviseur@amasin.demo');
  const two = await open(DESKTOP, colleague.identifier);
  const reads = await controlReads(two);
  for (const page of [one, two]) {
    await page.goto(`/supervisor-dashboard?order=${order.id}`);
    await page.getByRole('button', { name: 'Assigner une pharmacie' }).click();
    await page.getByLabel('Nom ou téléphone').fill('Pharmacie');
    const { name } = page === one ? first : second;
    await page.getByRole('radio', { name }).check();
    await expect(page.getByRole('button', { name: `Assigner ${name}` }).first()).toBeEnabled();
  }
  reads.block();
  await one
    .getByRole('button', { name: `Assigner ${first.name}` })
    .first()
    .click();
  await expectToast(one, 'Commande assignée avec succès');
  await two
    .getByRole('button', { name: `Assigner ${second.name}` })
    .first()
    .click();
  await expectToast(two, `Commande déjà assignée à ${first.name}`);
  await reads.unblock();
  await expect(two.getByRole('region', { name: 'Commande ouverte' })).toContainText(first.name);
  expect(await actionsOf(query, order.id)).toEqual(['create', 'assign-pharmacy']);
});

test('a courier starts a delivery on two phones, and changes the order once', async ({ open, query }) => {
  const { order, courier } = await createCourierOrder(query, 'Deux-téléphones Test');
  const one = await open(PHONE, courier.identifier);
  const two = await open(PHONE, courier.identifier);
  const reads = await controlReads(two);
  for (const page of [one, two]) {
    await page.goto('/delivery-dashboard');
    await expect(page.getByRole('button', { name: 'Commencer la livraison' })).toBeVisible();
  }
  reads.block();
  await one.getByRole('button', { name: 'Commencer la livraison' }).click();
  await expectToast(one, 'Statut mis à jour avec succès');
  // Repeating one’s own action is not an error.
  await two.getByRole('button', { name: 'Commencer la livraison' }).click();
  await expectToast(two, 'Statut mis à jour avec succès');
  await reads.unblock();
  await expect(two.getByRole('button', { name: 'Marquer comme livrée' })).toBeVisible();
  expect(await actionsOf(query, order.id)).toEqual(['create', 'start-delivery']);
});

test('a courier and a supervisor who come too late see the state of the order', async ({ open, query }) => {
  const { order, courier } = await createCourierOrder(query, 'Trop-tard Test');
  const courierPage = await open(PHONE, courier.identifier);
  const courierReads = await controlReads(courierPage);
  await courierPage.goto('/delivery-dashboard');
  await expect(courierPage.getByRole('button', { name: 'Commencer la livraison' })).toBeVisible();
  courierReads.block();
  for (const state of ['delivering', 'delivered'])
    await query('update orders set state = $1 where id = $2', [state, order.id]);
  await courierPage.getByRole('button', { name: 'Commencer la livraison' }).click();
  const refused = courierPage.getByRole('alert').filter({ hasText: order.number });
  await expect(refused).toContainText('Action impossible : la commande est déjà « Livrée »');
  await courierReads.unblock();
  await expect(courierPage.getByText('Aucune livraison à faire')).toBeVisible();

  const colleague = await createPerson(query, 'supervisor', 'Clôture Test');
  const one = await open(DESKTOP, 'superviseur@amasin.demo');
  const two = await open(DESKTOP, colleague.identifier);
  const reads = await controlReads(two);
  for (const page of [one, two]) {
    await page.goto(`/supervisor-dashboard?order=${order.id}`);
    await page.getByRole('button', { name: 'Terminer', exact: true }).click();
    await expect(page.getByRole('dialog', { name: 'Terminer cette commande ?' })).toBeVisible();
  }
  reads.block();
  await one.getByRole('dialog').getByRole('button', { name: 'Terminer' }).click();
  await expectToast(one, 'Commande terminée');
  await two.getByRole('dialog').getByRole('button', { name: 'Terminer' }).click();
  await expectToast(two, 'Action impossible : la commande est déjà « Terminée »');
  await reads.unblock();
  await expect(two.getByRole('dialog')).toBeHidden();
  await expect(
    two.getByRole('region', { name: 'Commande ouverte' }).getByText('Terminée', { exact: true }),
  ).toBeVisible();
  expect(await actionsOf(query, order.id)).toEqual(['create', 'end']);
});

/** Creates a paid order with a new pharmacy and a new courier. */
async function createCourierOrder(query: Query, name: string) {
  const order = await createPaidOrder(query, name);
  const pharmacy = await createPerson(query, 'pharmacy', `Pharmacie ${name}`);
  const courier = await createPerson(query, 'deliveryPerson', `Livreur ${name}`);
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

const ordersApi = /\/api\/orders/;

/**
 * Lets a test leave the page’s requests for orders pending, so that it shows the previous state although the change is
 * announced. Responses on their way are held too, so it is called before the page loads.
 */
async function controlReads(page: Page) {
  let isBlocked = false;
  await page.route(ordersApi, async (route) => {
    if (route.request().method() !== 'GET') return route.continue();
    if (isBlocked) return;
    const response = await route.fetch();
    if (!isBlocked) await route.fulfill({ response });
  });
  return {
    block: () => {
      isBlocked = true;
    },
    /** Lets the pending requests go to the server. */
    unblock: () => page.unroute(ordersApi),
  };
}
