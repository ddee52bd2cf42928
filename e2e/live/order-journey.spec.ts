import type { Page } from '@playwright/test';
import { codeOn, handOver } from '../hand-over.ts';
import { assignCourier, assignPharmacy, expectSteps } from '../order-steps.ts';
import { addMedicine, chooseSector, nextStep, portalOf, writeAddress } from '../ordering.ts';
import { createPerson } from '../people.ts';
import { type Amounts, calculateAmounts, expectAmounts, expectJournals, formatAmount } from '../prices.ts';
import { DESKTOP, expect, PHONE, type Query, test } from '../product.ts';
import { expectToast } from '../toasts.ts';

const tablets = { label: 'Paracétamol 500 mg, boîte de 16', form: 'tablet', quantity: 3 };
const capsules = { label: 'Ibuprofène 400 mg, boîte de 20', form: 'capsule', quantity: 1 };
const sector = 'Fidjrossè Centre';
const address = 'Fidjrossè, ruelle avant le calvaire, portail noir';

// No page is reloaded: each shows the changes made on the others without user input.
test('a customer’s order is paid, prepared, delivered and ended, and everyone sees each change at once', async ({
  open,
  query,
}) => {
  const customer = await createPerson(query, 'customer', 'Adjoa Test-Parcours');
  const pharmacy = await createPerson(query, 'pharmacy', 'Pharmacie du Parcours');
  const courier = await createPerson(query, 'deliveryPerson', 'Kossi Test-Moto');
  const amounts = await calculateAmounts(query, [tablets, capsules], sector);

  const supervisorPage = await open(DESKTOP, 'superviseur@amasin.demo');
  await supervisorPage.goto('/supervisor-dashboard');
  await supervisorPage.getByLabel('Numéro ou nom du client').fill('Test-Parcours');
  await expect(supervisorPage.getByText('« Test-Parcours »')).toBeVisible();
  const pharmacyPage = await open(DESKTOP, pharmacy.identifier);
  await pharmacyPage.goto('/pharmacy-dashboard?state=all');
  const pharmacyRows = pharmacyPage.getByRole('list', { name: 'Commandes' }).getByRole('listitem');
  const courierPage = await open(PHONE, courier.identifier);
  await courierPage.goto('/delivery-dashboard');
  await expect(courierPage.getByText('Aucune livraison à faire')).toBeVisible();

  const customerPage = await open(PHONE, customer.identifier);
  await writeOrder(customerPage, amounts);
  await customerPage.getByRole('button', { name: `Payer ${formatAmount(amounts.total)}` }).click();
  await expect(
    customerPage.getByRole('dialog', { name: `Payer ${formatAmount(amounts.total)}` }),
  ).toBeVisible();
  await portalOf(customerPage).getByRole('button', { name: 'Accepter le paiement' }).click();
  await expectToast(customerPage, 'Commande créée avec succès, nous vous reviendrons très vite !');
  await customerPage.waitForURL(/\/tracking\?order=/);
  const orderId = new URL(customerPage.url()).searchParams.get('order')!;
  const number = await customerPage.getByRole('heading', { name: /^CMD-\d{6,}$/ }).innerText();
  await expectAmounts(customerPage, amounts);
  await expectSteps(customerPage, 2);

  const row = supervisorPage
    .getByRole('list', { name: 'Commandes' })
    .getByRole('listitem')
    .filter({ hasText: number });
  await expect(row).toContainText(customer.name);
  await expect(row).toContainText('01 96');
  await expect(row).toContainText('En attente');
  await expect(row).toContainText('Cotonou – 12e arrondissement');
  await expect(row).toContainText(address);
  await expect(row).toContainText('Pharmacie : Non assignée Assigner');
  await expect(row).toContainText('Livreur : Non assigné');
  await expect(row).toContainText('Médicaments : 2');
  await expect(row).toContainText(`Total : ${formatAmount(amounts.total)}`);
  await expect(row).toContainText(`Payé : ${formatAmount(amounts.total)}`);
  await row.getByRole('link', { name: number, exact: true }).click();
  const order = supervisorPage.getByRole('region', { name: 'Commande ouverte' });
  await expectAmounts(supervisorPage, amounts);
  await expect(pharmacyRows).toHaveCount(0);
  await assignPharmacy(supervisorPage, pharmacy);
  await expect(pharmacyRows).toHaveCount(1);
  await assignCourier(supervisorPage, courier);
  await expect(order).toContainText(pharmacy.name);
  await expect(order).toContainText(courier.name);

  await expect(pharmacyRows).toContainText('Nouvelle');
  await expect(pharmacyRows).toContainText(customer.name);
  await pharmacyRows.getByRole('link', { name: number }).click();
  await expect(pharmacyPage.getByRole('region', { name: 'Commande ouverte' })).toContainText(courier.name);
  await expectAmounts(pharmacyPage, amounts);
  await expectMedicines(pharmacyPage);

  const card = courierPage.getByRole('listitem').filter({ hasText: number });
  await expect(card).toContainText('À récupérer');
  await expect(card).toContainText(address);
  await expect(card.getByRole('link', { name: `Appeler ${customer.name}` })).toHaveAttribute(
    'href',
    /^tel:\+22901/,
  );
  await expect(card.getByRole('link', { name: /sur la carte/ })).toBeVisible();
  await courierPage.getByRole('button', { name: 'Commencer la livraison' }).click();
  await expectToast(courierPage, 'Statut mis à jour avec succès');
  await expect(card).toContainText('En livraison');
  await expectSteps(customerPage, 3);
  await expect(customerPage.getByRole('main')).toContainText(courier.name);

  await handOver(courierPage, await codeOn(customerPage));
  await expect(courierPage.getByText('Aucune livraison à faire')).toBeVisible();
  await expectSteps(customerPage, 4);

  await order.getByRole('button', { name: 'Terminer' }).click();
  const confirm = supervisorPage.getByRole('dialog', { name: 'Terminer cette commande ?' });
  await expect(confirm).toContainText(`${formatAmount(amounts.total)} payés`);
  await confirm.getByRole('button', { name: 'Terminer' }).click();
  await expectToast(supervisorPage, 'Commande terminée');
  await expect(order.getByText('Terminée', { exact: true })).toBeVisible();
  await expect(customerPage.getByRole('region', { name: 'Détail de la commande' })).toContainText('Terminée');
  await expect(pharmacyPage.getByText(`Total vendu : ${formatAmount(amounts.medicines)}`)).toBeVisible();

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
  await expect(summary).toContainText(`Commission de service (10 %)${formatAmount(amounts.commission)}`);
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

/** Expects each action on the order, with the type of its actor (rule 12). */
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

/** Expects each sentence of the notifications about the order, with the type of its recipient (rule 36). */
async function expectNotified(query: Query, orderId: string, people: string[]): Promise<void> {
  const notifications = await query<{ type: string; title: string }>(
    `select users.type, said.title from notifications n join users on users.id = user_id,
       lateral (select n.title, 0 as place union all
         select one ->> 'title', place from jsonb_array_elements(earlier) with ordinality as sentence(one, place)) as said
     where order_id = $1 and (user_id = any($2) or users.email = 'superviseur@amasin.demo')
     order by users.type, place desc`,
    [orderId, people],
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
