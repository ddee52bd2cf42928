import type { Page } from '@playwright/test';
import { addItem, attachPhoto, createPhoto } from '../documents.ts';
import { chooseSector, nextStep, ORDER_PLACED, payButton, portalOf, writeAddress } from '../ordering.ts';
import { createPerson, type Person } from '../people.ts';
import { type Amounts, calculateAmounts, expectAmounts, expectJournals, formatAmount } from '../prices.ts';
import { DESKTOP, expect, type Open, PHONE, refocus, test } from '../product.ts';
import { expectToast } from '../toasts.ts';
import { deliverOrder } from './delivery.ts';

const amoxicillin = { label: 'Amoxicilline 1 g, boîte de 14', form: 'tablet', quantity: 2 };
const metronidazole = { label: 'Métronidazole 500 mg, boîte de 20', form: 'tablet', quantity: 3 };
const lines = [amoxicillin, metronidazole];
const sector = 'Fidjrossè Centre';
const address = 'Fidjrossè, ruelle avant le calvaire, portail noir';
const RATE = 37;

test(`a customer photographs her prescription, a pharmacist reads it, and she pays it with ${RATE} % insurance`, async ({
  open,
  query,
}) => {
  const customer = await createPerson(query, 'customer', 'Photo Assurée');
  const agent = await createPerson(query, 'agent', 'Pharmacien du Parcours');
  const amounts = await calculateAmounts(query, lines, sector, RATE);
  const customerPage = await open(PHONE, customer.identifier);
  await addCard(customerPage);

  await customerPage.goto('/order');
  await customerPage.getByText('Ordonnance photographiée').click();
  await attachPhoto(customerPage, await createPhoto(customerPage));
  await fillDelivery(customerPage);
  await customerPage
    .getByRole('button', { name: 'Commander', exact: true })
    .filter({ visible: true })
    .click();
  await expectToast(customerPage, ORDER_PLACED);
  await customerPage.waitForURL(/\/tracking\?order=/);
  const orderId = new URL(customerPage.url()).searchParams.get('order')!;
  const number = await customerPage.getByRole('heading', { name: /^CMD-\d{6,}$/ }).innerText();
  await expect(customerPage.getByRole('main')).toContainText('À calculer');

  const agentPage = await open(DESKTOP, agent.identifier);
  await agentPage.goto(`/agent-dashboard?order=${orderId}`);
  await expect(agentPage.getByRole('region', { name: 'Commande ouverte' })).toContainText(number);
  await expect(agentPage.getByRole('img', { name: /Ordonnance/ }).first()).toBeVisible();
  await agentPage.getByLabel('Carte vérifiée').click();
  await expect(agentPage.getByLabel('Carte vérifiée')).toBeChecked();
  for (const line of lines) await addItem(agentPage, line);
  await agentPage.getByRole('button', { name: 'Enregistrer l’ordonnance' }).click();
  await expectToast(agentPage, 'Ordonnance enregistrée');

  await refocus(customerPage);
  await customerPage.getByRole('button', { name: `Payer ${formatAmount(amounts.total)}` }).click();
  await portalOf(customerPage).getByRole('button', { name: 'Accepter le paiement' }).click();
  await expectToast(customerPage, 'Commande Modifiée avec succès !');
  await expectAmounts(customerPage, amounts);
  await expect(customerPage.getByText('Assurance à vérifier')).toBeHidden();

  await deliverOrder(query, orderId);
  await endOrder(open, orderId, amounts);
  // Written by an in-house pharmacist: the platform gets the whole commission.
  await expectJournals(query, orderId, amounts, null);
});

test(`a midwife gives a code, which is paid with ${RATE} % insurance, and gets her share`, async ({
  open,
  query,
}) => {
  const customer = await createPerson(query, 'customer', 'Code Assurée');
  const midwife = await createPerson(query, 'partnerDoctor', 'Sage-femme Une');
  const amounts = await calculateAmounts(query, lines, sector, RATE);
  const code = await prescribe(await open(DESKTOP, midwife.identifier), customer);

  const customerPage = await open(PHONE, customer.identifier);
  await addCard(customerPage);
  await customerPage.goto('/order');
  await customerPage.getByText('Code d’ordonnance').click();
  await customerPage.getByLabel('Numéro d’ordonnance').fill(code.toLowerCase());
  await expect(customerPage.getByRole('main')).toContainText(midwife.name);
  await expect(customerPage.getByRole('main')).toContainText(`${amoxicillin.label}`);
  await fillDelivery(customerPage);
  await expect(customerPage.getByRole('main')).toContainText(`Total${formatAmount(amounts.total)}`);
  await payButton(customerPage).click();
  await portalOf(customerPage).getByRole('button', { name: 'Accepter le paiement' }).click();
  await expectToast(customerPage, ORDER_PLACED);
  await customerPage.waitForURL(/\/tracking\?order=/);
  const orderId = new URL(customerPage.url()).searchParams.get('order')!;
  await expectAmounts(customerPage, amounts);

  // A used code is not found again.
  await customerPage.goto('/order');
  await customerPage.getByText('Code d’ordonnance').click();
  await customerPage.getByLabel('Numéro d’ordonnance').fill(code);
  await expect(customerPage.getByText('Aucune ordonnance trouvée')).toBeVisible();

  await deliverOrder(query, orderId);
  await endOrder(open, orderId, amounts);
  const share = (amounts.commission - (amounts.commission % 2)) / 2;
  await expectJournals(query, orderId, amounts, { id: midwife.id, share });
  await expectPayout(open, midwife, share);
});

/** Adds an insurance card with the rate `RATE`, on the profile. */
async function addCard(page: Page): Promise<void> {
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Ajouter une carte' }).click();
  await page.getByLabel('Taux de prise en charge (%)').fill(String(RATE));
  await attachPhoto(page, await createPhoto(page), 'carte.jpg');
  await page.getByRole('button', { name: 'Enregistrer la carte' }).click();
  await expectToast(page, 'Carte ajoutée');
}

/** Fills in zone, address and the insurance; ends on the summary. */
async function fillDelivery(page: Page): Promise<void> {
  await nextStep(page);
  await chooseSector(page, 'fidjrosse c', sector);
  await writeAddress(page, address);
  await nextStep(page);
  const insurance = page.getByLabel(/Utiliser mon assurance/);
  await insurance.click();
  await expect(insurance).toBeChecked();
}

/** Writes the prescription on the prescriber’s page. Returns its number. */
async function prescribe(page: Page, patient: Person): Promise<string> {
  await page.goto('/doctor-dashboard');
  await page.getByRole('button', { name: 'Nouvelle ordonnance' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Nouvelle ordonnance' });
  await dialog.getByLabel('Nom du patient').fill(patient.name);
  await dialog.getByLabel('Téléphone du patient').fill(patient.phone);
  // The camera is not offered on a desktop.
  await expect(dialog.getByRole('button', { name: 'Prendre une photo' })).toBeHidden();
  await attachPhoto(page, await createPhoto(page));
  for (const line of lines) await addItem(page, line);
  await dialog.getByRole('button', { name: 'Créer' }).click();
  await expectToast(page, 'Ordonnance créée');
  const given = page.getByRole('region', { name: 'Numéro à donner au patient' });
  return (await given.innerText()).match(/ORD-\d{8}/)![0];
}

/** Ends the delivered order as the supervisor. */
async function endOrder(open: Open, orderId: string, amounts: Amounts): Promise<void> {
  const supervisorPage = await open(DESKTOP, 'superviseur@amasin.demo');
  await supervisorPage.goto(`/supervisor-dashboard?order=${orderId}`);
  const order = supervisorPage.getByRole('region', { name: 'Commande ouverte' });
  await expectAmounts(supervisorPage, amounts);
  await order.getByRole('button', { name: 'Terminer' }).click();
  await supervisorPage.getByRole('dialog').getByRole('button', { name: 'Terminer' }).click();
  await expectToast(supervisorPage, 'Commande terminée');
  await expectToast(supervisorPage, 'Bénéfices calculés');
}

/** Expects the share on the prescriber’s page, pays it out as the super administrator, and expects it to be paid. */
async function expectPayout(open: Open, midwife: Person, share: number): Promise<void> {
  const doctorPage = await open(DESKTOP, midwife.identifier);
  await doctorPage.goto('/doctor-dashboard');
  await expect(doctorPage.getByRole('listitem').filter({ hasText: 'Utilisée' })).toHaveCount(1);
  await doctorPage.getByRole('link', { name: 'Gains' }).click();
  const gains = doctorPage.getByRole('region', { name: /^Gains de/ });
  await expect(gains).toContainText(`Total gain${formatAmount(share)}`);
  await expect(gains).toContainText(`Paiement en attente${formatAmount(share)}`);

  const adminPage = await open(DESKTOP, 'admin@amasin.demo');
  await adminPage.goto('/cpanel?tab=benefice');
  const toggle = adminPage.getByRole('button', { name: `Payer ${formatAmount(share)} à ${midwife.name}` });
  await toggle.click();
  await adminPage.getByRole('button', { name: 'Payer sélectionnés' }).click();
  const confirm = adminPage.getByRole('dialog');
  await expect(confirm).toContainText(midwife.name);
  await expect(confirm).toContainText(formatAmount(share));
  await confirm.getByRole('button', { name: /^Payer/ }).click();
  await expectToast(adminPage, 'Paiement partenaires résussi !');
  await expect(toggle).toBeHidden();
  await refocus(doctorPage);
  await expect(gains).toContainText(`Total Paiement reçu${formatAmount(share)}`);
  await expect(gains).toContainText(`Paiement en attente${formatAmount(0)}`);
}
