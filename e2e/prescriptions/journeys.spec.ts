import type { Page } from '@playwright/test';
import { addItem, attachPhoto, createPhoto } from '../documents.ts';
import { chooseSector, nextStep, ORDER_PLACED, payButton, portalOf, writeAddress } from '../ordering.ts';
import { createPerson, type Person } from '../people.ts';
import { type Amounts, calculateAmounts, expectAmounts, expectJournals, formatAmount } from '../prices.ts';
import { DESKTOP, expect, expectToast, type Open, PHONE, refocus, test } from '../product.ts';
import { deliverOrder } from './delivery.ts';

const amoxicillin = { label: 'Amoxicilline 1 g, boîte de 14', form: 'tablet', quantity: 2 };
const metronidazole = { label: 'Métronidazole 500 mg, boîte de 20', form: 'tablet', quantity: 3 };
const lines = [amoxicillin, metronidazole];
const sector = 'Fidjrossè Centre';
const address = 'Fidjrossè, ruelle avant le calvaire, portail noir';
const RATE = 37;

for (const insured of [true, false]) {
  const how = insured ? `with ${RATE} % insurance` : 'without insurance';

  test(`a photographed prescription ${how} goes from the form to the state Terminée`, async ({
    open,
    query,
  }) => {
    const customer = await createPerson(query, 'customer', `Photo ${insured ? 'Assurée' : 'Simple'}`);
    const agent = await createPerson(query, 'agent', 'Pharmacien du Parcours');
    const amounts = await calculateAmounts(query, lines, sector, insured ? RATE : 0);
    const phone = await open(PHONE, customer.identifier);
    if (insured) await addCard(phone);

    await phone.goto('/order');
    await phone.getByText('Ordonnance photographiée').click();
    await attachPhoto(phone, await createPhoto(phone));
    await fillDelivery(phone, insured);
    await phone.getByRole('button', { name: 'Commander', exact: true }).filter({ visible: true }).click();
    await expectToast(phone, ORDER_PLACED);
    await phone.waitForURL(/\/tracking\?order=/);
    const orderId = new URL(phone.url()).searchParams.get('order')!;
    const number = await phone.getByRole('heading', { name: /^CMD-\d{6,}$/ }).innerText();
    await expect(phone.getByRole('main')).toContainText('À calculer');

    const desk = await open(DESKTOP, agent.identifier);
    await desk.goto(`/agent-dashboard?order=${orderId}`);
    await expect(desk.getByRole('region', { name: 'Commande ouverte' })).toContainText(number);
    await expect(desk.getByRole('img', { name: /Ordonnance/ }).first()).toBeVisible();
    if (insured) {
      await desk.getByLabel('Carte vérifiée').click();
      await expect(desk.getByLabel('Carte vérifiée')).toBeChecked();
    }
    for (const line of lines) await addItem(desk, line);
    await desk.getByRole('button', { name: 'Enregistrer l’ordonnance' }).click();
    await expectToast(desk, 'Ordonnance enregistrée');

    await refocus(phone);
    await phone.getByRole('button', { name: `Payer ${formatAmount(amounts.total)}` }).click();
    await portalOf(phone).getByRole('button', { name: 'Accepter le paiement' }).click();
    await expectToast(phone, 'Commande Modifiée avec succès !');
    await expectAmounts(phone, amounts);
    await expect(phone.getByText('Assurance à vérifier')).toBeHidden();

    await deliverOrder(query, orderId);
    await endOrder(open, orderId, amounts);
    // Written by staff: the platform gets the whole commission.
    await expectJournals(query, orderId, amounts, null);
  });

  test(`a midwife’s code ${how} goes from her form to the state Terminée, and her share is paid out`, async ({
    open,
    query,
  }) => {
    const customer = await createPerson(query, 'customer', `Code ${insured ? 'Assurée' : 'Simple'}`);
    const midwife = await createPerson(query, 'partnerDoctor', `Sage-femme ${insured ? 'Une' : 'Deux'}`);
    const amounts = await calculateAmounts(query, lines, sector, insured ? RATE : 0);
    const code = await prescribe(await open(DESKTOP, midwife.identifier), customer);

    const phone = await open(PHONE, customer.identifier);
    if (insured) await addCard(phone);
    await phone.goto('/order');
    await phone.getByText('Code d’ordonnance').click();
    await phone.getByLabel('Numéro d’ordonnance').fill(code.toLowerCase());
    await expect(phone.getByRole('main')).toContainText(midwife.name);
    await expect(phone.getByRole('main')).toContainText(`${amoxicillin.label}`);
    await fillDelivery(phone, insured);
    await expect(phone.getByRole('main')).toContainText(`Total${formatAmount(amounts.total)}`);
    await payButton(phone).click();
    await portalOf(phone).getByRole('button', { name: 'Accepter le paiement' }).click();
    await expectToast(phone, ORDER_PLACED);
    await phone.waitForURL(/\/tracking\?order=/);
    const orderId = new URL(phone.url()).searchParams.get('order')!;
    await expectAmounts(phone, amounts);

    // A used code is not found again.
    await phone.goto('/order');
    await phone.getByText('Code d’ordonnance').click();
    await phone.getByLabel('Numéro d’ordonnance').fill(code);
    await expect(phone.getByText('Aucune ordonnance trouvée')).toBeVisible();

    await deliverOrder(query, orderId);
    await endOrder(open, orderId, amounts);
    const share = (amounts.commission - (amounts.commission % 2)) / 2;
    await expectJournals(query, orderId, amounts, { id: midwife.id, share });
    await expectPayout(open, midwife, share);
  });
}

/** Adds an insurance card with this rate (SPEC 2, Profile). */
async function addCard(page: Page): Promise<void> {
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Ajouter une carte' }).click();
  await page.getByLabel('Taux de prise en charge (%)').fill(String(RATE));
  await attachPhoto(page, await createPhoto(page), 'carte.jpg');
  await page.getByRole('button', { name: 'Enregistrer la carte' }).click();
  await expectToast(page, 'Carte ajoutée');
}

/** Fills in zone, address and, with a card, the insurance; ends on the summary. */
async function fillDelivery(page: Page, insured: boolean): Promise<void> {
  await nextStep(page);
  await chooseSector(page, 'fidjrosse c', sector);
  await writeAddress(page, address);
  await nextStep(page);
  if (!insured) return;
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
  // The camera is not offered on a desktop (SPEC 5).
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
  const desk = await open(DESKTOP, 'superviseur@amasin.demo');
  await desk.goto(`/supervisor-dashboard?order=${orderId}`);
  const order = desk.getByRole('region', { name: 'Commande ouverte' });
  await expectAmounts(desk, amounts);
  await order.getByRole('button', { name: 'Terminer' }).click();
  await desk.getByRole('dialog').getByRole('button', { name: 'Terminer' }).click();
  await expectToast(desk, 'Commande terminée');
  await expectToast(desk, 'Bénéfices calculés');
}

/** Expects the share on the prescriber’s page, pays it out as the super administrator, and expects it as paid. */
async function expectPayout(open: Open, midwife: Person, share: number): Promise<void> {
  const own = await open(DESKTOP, midwife.identifier);
  await own.goto('/doctor-dashboard');
  const gains = own.getByRole('region', { name: /^Gains de/ });
  await expect(gains).toContainText(`Total gain${formatAmount(share)}`);
  await expect(gains).toContainText(`Paiement en attente${formatAmount(share)}`);
  await expect(own.getByRole('listitem').filter({ hasText: 'Utilisée' })).toHaveCount(1);

  const office = await open(DESKTOP, 'admin@amasin.demo');
  await office.goto('/cpanel?tab=benefice');
  const toggle = office.getByRole('button', { name: `Payer ${formatAmount(share)} à ${midwife.name}` });
  await toggle.click();
  await office.getByRole('button', { name: 'Payer sélectionnés' }).click();
  const confirm = office.getByRole('dialog');
  await expect(confirm).toContainText(midwife.name);
  await expect(confirm).toContainText(formatAmount(share));
  await confirm.getByRole('button', { name: /^Payer/ }).click();
  await expectToast(office, 'Paiement partenaires résussi !');
  await expect(toggle).toBeHidden();
  await refocus(own);
  await expect(gains).toContainText(`Total Paiement reçu${formatAmount(share)}`);
  await expect(gains).toContainText(`Paiement en attente${formatAmount(0)}`);
}
