import type { Page } from '@playwright/test';
import { assign, expectSteps } from './order-steps.ts';
import { addMedicine, chooseSector, nextStep, portalOf, writeAddress } from './ordering.ts';
import { createPerson } from './people.ts';
import { type Amounts, calculateAmounts, expectAmounts, expectJournals, formatAmount } from './prices.ts';
import { DESKTOP, expect, expectToast, PHONE, type Query, refocus, test } from './product.ts';

const tablets = { label: 'Paracétamol 500 mg, boîte de 16', form: 'tablet', quantity: 3 };
const capsules = { label: 'Ibuprofène 400 mg, boîte de 20', form: 'capsule', quantity: 1 };
const sector = 'Fidjrossè Centre';
const address = 'Fidjrossè, ruelle avant le calvaire, portail noir';

test('an order goes from the form to the state Terminée, through every user type', async ({
  open,
  query,
}) => {
  const customer = await createPerson(query, 'customer', 'Adjoa Test-Parcours');
  const pharmacy = await createPerson(query, 'pharmacy', 'Pharmacie du Parcours');
  const courier = await createPerson(query, 'deliveryPerson', 'Kossi Test-Moto');
  const amounts = await calculateAmounts(query, [tablets, capsules], sector);

  const phone = await open(PHONE, customer.identifier);
  await writeOrder(phone, amounts);
  await phone.getByRole('button', { name: `Payer ${formatAmount(amounts.total)}` }).click();
  await expect(phone.getByRole('dialog', { name: `Payer ${formatAmount(amounts.total)}` })).toBeVisible();
  await portalOf(phone).getByRole('button', { name: 'Accepter le paiement' }).click();
  await expectToast(phone, 'Commande créée avec succès, nous vous reviendrons très vite !');
  await phone.waitForURL(/\/tracking\?order=/);
  const orderId = new URL(phone.url()).searchParams.get('order')!;
  const number = await phone.getByRole('heading', { name: /^CMD-\d{6,}$/ }).innerText();
  await expectAmounts(phone, amounts);
  await expectSteps(phone, 2);

  const desk = await open(DESKTOP, 'superviseur@amasin.demo');
  await desk.goto('/supervisor-dashboard');
  await desk.getByLabel('Numéro ou nom du client').fill('Test-Parcours');
  const row = desk.getByRole('list', { name: 'Commandes' }).getByRole('listitem').filter({ hasText: number });
  await expect(desk.getByText('« Test-Parcours »')).toBeVisible();
  await expect(row).toContainText(customer.name);
  await expect(row).toContainText('01 96');
  await expect(row).toContainText('En attente');
  await expect(row).toContainText('Cotonou – 12e arrondissement');
  await expect(row).toContainText(address);
  await expect(row).toContainText('Pharmacie : Non assignée');
  await expect(row).toContainText('Livreur : Non assigné');
  await expect(row).toContainText('Médicaments : 2');
  await expect(row).toContainText(`Total : ${formatAmount(amounts.total)}`);
  await expect(row).toContainText(`Payé : ${formatAmount(amounts.total)}`);
  await row.getByRole('link', { name: number }).click();
  const order = desk.getByRole('region', { name: 'Commande ouverte' });
  await expectAmounts(desk, amounts);
  await assign(desk, 'Assigner une pharmacie', pharmacy);
  await expect(order).toContainText(pharmacy.name);
  await assign(desk, 'Assigner un livreur', courier);
  await expect(order).toContainText(courier.name);

  const counter = await open(DESKTOP, pharmacy.identifier);
  await counter.goto('/pharmacy-dashboard');
  const waiting = counter.getByRole('list', { name: 'Commandes' }).getByRole('listitem');
  await expect(waiting).toHaveCount(1);
  await expect(waiting).toContainText('En préparation');
  await expect(waiting).toContainText(customer.name);
  await waiting.getByRole('link', { name: number }).click();
  await expect(counter.getByRole('region', { name: 'Commande ouverte' })).toContainText(courier.name);
  await expectAmounts(counter, amounts);
  await expectMedicines(counter);

  const moto = await open(PHONE, courier.identifier);
  await moto.goto('/delivery-dashboard');
  const card = moto.getByRole('listitem').filter({ hasText: number });
  await expect(card).toContainText('À récupérer');
  await expect(card).toContainText(address);
  await expect(card.getByRole('link', { name: `Appeler ${customer.name}` })).toHaveAttribute(
    'href',
    /^tel:\+22901/,
  );
  await expect(card.getByRole('link', { name: /sur la carte/ })).toBeVisible();
  await moto.getByRole('button', { name: 'Commencer la livraison' }).click();
  await expectToast(moto, 'Statut mis à jour avec succès');
  await expect(card).toContainText('En livraison');
  await refocus(phone);
  await expectSteps(phone, 3);
  await expect(phone.getByRole('main')).toContainText(courier.name);

  await moto.getByRole('button', { name: 'Marquer comme livrée' }).click();
  await moto
    .getByRole('dialog')
    .getByRole('button', { name: /^(Confirmer|Marquer comme livrée)$/ })
    .click();
  await expect(moto.getByText('Aucune livraison à faire')).toBeVisible();
  await refocus(phone);
  await expectSteps(phone, 4);

  await refocus(desk);
  await order.getByRole('button', { name: 'Terminer' }).click();
  const confirm = desk.getByRole('dialog', { name: 'Terminer cette commande ?' });
  await expect(confirm).toContainText(`${formatAmount(amounts.total)} payés`);
  await confirm.getByRole('button', { name: 'Terminer' }).click();
  await expectToast(desk, 'Commande terminée');
  await expect(order.getByText('Terminée', { exact: true })).toBeVisible();
  await refocus(phone);
  await expect(phone.getByRole('region', { name: 'Détail de la commande' })).toContainText('Terminée');
  await refocus(counter);
  await expect(counter.getByRole('region', { name: 'Commandes par état' })).toContainText(
    `Chiffre d’affaires${formatAmount(amounts.medicines)}`,
  );

  await expectJournals(query, orderId, amounts, null);
  await expectTimeline(query, orderId);
  await expectNotified(query, orderId, [customer.id, pharmacy.id, courier.id]);
});

async function writeOrder(page: Page, amounts: Amounts): Promise<void> {
  await page.goto('/order');
  await addMedicine(page, 'paracetamol 500', /Paracétamol 500 mg, boîte de 16.*Comprimé/);
  await addMedicine(
    page,
    'ibuprofane',
    /Ibuprofène 400 mg, boîte de 20.*Gélule|Ibuprofène 400 mg, boîte de 20.*Capsule/,
  );
  for (let more = 1; more < tablets.quantity; more++)
    await page.getByRole('button', { name: `Une unité de plus : ${tablets.label}` }).click();
  await nextStep(page);
  await chooseSector(page, 'fidjrosse c', sector);
  await expect(page.getByText(`Livraison : ${formatAmount(amounts.fee)}.`)).toBeVisible();
  await writeAddress(page, address);
  await nextStep(page);
  const summary = page.getByRole('main');
  await expect(summary).toContainText(`3 × ${tablets.label}`);
  await expect(summary).toContainText(`1 × ${capsules.label}`);
  await expect(summary).toContainText(`Médicaments${formatAmount(amounts.medicines)}`);
  await expect(summary).toContainText(`Livraison${formatAmount(amounts.fee)}`);
  await expect(summary).toContainText(`Commission (10 %)${formatAmount(amounts.commission)}`);
  await expect(summary).toContainText(`Total${formatAmount(amounts.total)}`);
}

async function expectMedicines(page: Page): Promise<void> {
  for (const { label, quantity } of [tablets, capsules])
    await expect(
      page
        .getByRole('listitem')
        .filter({ hasText: `${quantity} ×${label}` })
        .first(),
    ).toBeVisible();
}

/** Expects each action on the order, with the type of its actor (RULES 12). */
async function expectTimeline(query: Query, orderId: string): Promise<void> {
  const timeline = await query<{ action: string; type: string }>(
    `select action, users.type from order_events join users on users.id = actor_id
     where order_id = $1 order by at, order_events.id`,
    [orderId],
  );
  expect(timeline.map(({ action, type }) => `${action} ${type}`)).toEqual([
    'create customer',
    'assign-pharmacy supervisor',
    'assign-delivery-person supervisor',
    'start-delivery deliveryPerson',
    'mark-delivered deliveryPerson',
    'end supervisor',
  ]);
}

/** Expects each notification about the order, with the type of its recipient (RULES 36). */
async function expectNotified(query: Query, orderId: string, people: string[]): Promise<void> {
  const notifications = await query<{ type: string; title: string }>(
    `select users.type, title from notifications join users on users.id = user_id
     where link like $1 and (user_id = any($2) or users.email = 'superviseur@amasin.demo')
     order by users.type, notifications.created_at, notifications.id`,
    [`%order=${orderId}`, people],
  );
  expect(notifications.map(({ type, title }) => `${type}: ${title}`)).toEqual([
    'customer: Paiement reçu',
    'customer: Votre commande avance',
    'customer: Votre commande avance',
    'customer: En route',
    'customer: Commande livrée',
    'customer: Commande terminée',
    'deliveryPerson: Commande assignée',
    'pharmacy: Commande assignée',
    'supervisor: Nouvelle commande',
    'supervisor: Commande livrée',
  ]);
}
