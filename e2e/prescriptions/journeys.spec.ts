import type { Page } from '@playwright/test';
import { chooseQuarter, goOn, payButton, placed, portalOf, writeAddress } from '../ordering.ts';
import { attach, photograph } from '../papers.ts';
import { meet, type Someone } from '../people.ts';
import { type Amounts, expectAmounts, expectBooks, reckon, written } from '../prices.ts';
import { comeBack, DESK, expect, expectToast, type Open, PHONE, test } from '../product.ts';
import { deliver } from './delivery.ts';

const tablets = { label: 'Amoxicilline 1 g, boîte de 14', form: 'tablet', quantity: 2 };
const syrup = { label: 'Métronidazole 500 mg, boîte de 20', form: 'tablet', quantity: 3 };
const lines = [tablets, syrup];
const quarter = 'Fidjrossè Centre';
const address = 'Fidjrossè, ruelle avant le calvaire, portail noir';
const RATE = 37;

for (const insured of [true, false]) {
  const how = insured ? `with an insurance of ${RATE} %` : 'without insurance';

  test(`a photographed prescription, ${how}, from the form to « Terminée »`, async ({ open, query }) => {
    const customer = await meet(query, 'customer', `Photo ${insured ? 'Assurée' : 'Simple'}`);
    const agent = await meet(query, 'agent', 'Pharmacien du Parcours');
    const amounts = await reckon(query, lines, quarter, insured ? RATE : 0);
    const phone = await open(PHONE, customer.identifier);
    if (insured) await addCard(phone);

    await phone.goto('/order');
    await phone.getByText('Ordonnance photographiée').click();
    await attach(phone, await photograph(phone));
    await writeWhere(phone, insured);
    await phone.getByRole('button', { name: 'Commander', exact: true }).filter({ visible: true }).click();
    await expectToast(phone, placed);
    await phone.waitForURL(/\/tracking\?order=/);
    const orderId = new URL(phone.url()).searchParams.get('order')!;
    const number = await phone.getByRole('heading', { name: /^CMD-\d{6,}$/ }).innerText();
    await expect(phone.getByRole('main')).toContainText('À calculer');

    const desk = await open(DESK, agent.identifier);
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

    await comeBack(phone);
    await phone.getByRole('button', { name: `Payer ${written(amounts.total)}` }).click();
    await portalOf(phone).getByRole('button', { name: 'Accepter le paiement' }).click();
    await expectToast(phone, 'Commande Modifiée avec succès !');
    await expectAmounts(phone, amounts);
    await expect(phone.getByText('Assurance à vérifier')).toBeHidden();

    await deliver(query, orderId);
    await end(open, orderId, amounts);
    // Staff wrote it: all of the commission is the platform's.
    await expectBooks(query, orderId, amounts, null);
  });

  test(`a code of a midwife, ${how}, from her form to « Terminée », and what she earns is paid`, async ({
    open,
    query,
  }) => {
    const customer = await meet(query, 'customer', `Code ${insured ? 'Assurée' : 'Simple'}`);
    const midwife = await meet(query, 'partnerDoctor', `Sage-femme ${insured ? 'Une' : 'Deux'}`);
    const amounts = await reckon(query, lines, quarter, insured ? RATE : 0);
    const code = await prescribe(await open(DESK, midwife.identifier), customer);

    const phone = await open(PHONE, customer.identifier);
    if (insured) await addCard(phone);
    await phone.goto('/order');
    await phone.getByText('Code d’ordonnance').click();
    await phone.getByLabel('Numéro d’ordonnance').fill(code.toLowerCase());
    await expect(phone.getByRole('main')).toContainText(midwife.name);
    await expect(phone.getByRole('main')).toContainText(`${tablets.label}`);
    await writeWhere(phone, insured);
    await expect(phone.getByRole('main')).toContainText(`Total${written(amounts.total)}`);
    await payButton(phone).click();
    await portalOf(phone).getByRole('button', { name: 'Accepter le paiement' }).click();
    await expectToast(phone, placed);
    await phone.waitForURL(/\/tracking\?order=/);
    const orderId = new URL(phone.url()).searchParams.get('order')!;
    await expectAmounts(phone, amounts);

    // Used, and by nobody else any more.
    await phone.goto('/order');
    await phone.getByText('Code d’ordonnance').click();
    await phone.getByLabel('Numéro d’ordonnance').fill(code);
    await expect(phone.getByText('Aucune ordonnance trouvée')).toBeVisible();

    await deliver(query, orderId);
    await end(open, orderId, amounts);
    const share = (amounts.commission - (amounts.commission % 2)) / 2;
    await expectBooks(query, orderId, amounts, { id: midwife.id, share });
    await expectPaid(open, midwife, share);
  });
}

/** The customer has a card with this rate (SPEC 2 Profile). */
async function addCard(page: Page): Promise<void> {
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Ajouter une carte' }).click();
  await page.getByLabel('Taux de prise en charge (%)').fill(String(RATE));
  await attach(page, await photograph(page), 'carte.jpg');
  await page.getByRole('button', { name: 'Enregistrer la carte' }).click();
  await expectToast(page, 'Carte ajoutée');
}

/** Zone, address and, where there is a card, the insurance; up to the summary. */
async function writeWhere(page: Page, insured: boolean): Promise<void> {
  await goOn(page);
  await chooseQuarter(page, 'fidjrosse c', quarter);
  await writeAddress(page, address);
  await goOn(page);
  if (!insured) return;
  const insurance = page.getByLabel(/Utiliser mon assurance/);
  await insurance.click();
  await expect(insurance).toBeChecked();
}

async function addItem(page: Page, { label, quantity }: { label: string; quantity: number }): Promise<void> {
  const search = page.getByLabel('Ajouter un médicament');
  await search.fill(label.slice(0, 18));
  await page.getByRole('button', { name: 'Chercher' }).click();
  await page
    .getByRole('option', { name: label })
    .or(page.getByRole('button', { name: label }))
    .first()
    .click();
  await page.getByLabel(`Quantité : ${label}`).fill(String(quantity));
}

/** Writes the prescription on her screen; answers the number that she gives to her patient. */
async function prescribe(page: Page, patient: Someone): Promise<string> {
  await page.goto('/doctor-dashboard');
  await page.getByRole('button', { name: 'Nouvelle ordonnance' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Nouvelle ordonnance' });
  await dialog.getByLabel('Nom du patient').fill(patient.name);
  await dialog.getByLabel('Téléphone du patient').fill(patient.phone);
  // A desk has no camera to offer (SPEC 5).
  await expect(dialog.getByRole('button', { name: 'Prendre une photo' })).toBeHidden();
  await attach(page, await photograph(page));
  for (const line of lines) await addItem(page, line);
  await dialog.getByRole('button', { name: 'Créer' }).click();
  await expectToast(page, 'Ordonnance créée');
  const given = page.getByRole('region', { name: 'Numéro à donner au patient' });
  return (await given.innerText()).match(/ORD-\d{8}/)![0];
}

/** The supervisor ends the delivered order, whose card and amounts stand on the screen. */
async function end(open: Open, orderId: string, amounts: Amounts): Promise<void> {
  const desk = await open(DESK, 'superviseur@amasin.demo');
  await desk.goto(`/supervisor-dashboard?order=${orderId}`);
  const order = desk.getByRole('region', { name: 'Commande ouverte' });
  await expectAmounts(desk, amounts);
  await order.getByRole('button', { name: 'Terminer' }).click();
  await desk.getByRole('dialog').getByRole('button', { name: 'Terminer' }).click();
  await expectToast(desk, 'Commande terminée');
  await expectToast(desk, 'Bénéfices calculés');
}

/** She sees what she earned; the super administrator pays it; she sees that too. */
async function expectPaid(open: Open, midwife: Someone, share: number): Promise<void> {
  const own = await open(DESK, midwife.identifier);
  await own.goto('/doctor-dashboard');
  const gains = own.getByRole('region', { name: /^Gains de/ });
  await expect(gains).toContainText(`Total gain${written(share)}`);
  await expect(gains).toContainText(`Paiement en attente${written(share)}`);
  await expect(own.getByRole('listitem').filter({ hasText: 'Utilisée' })).toHaveCount(1);

  const office = await open(DESK, 'admin@amasin.demo');
  await office.goto('/cpanel?tab=benefice');
  const toggle = office.getByRole('button', { name: `Payer ${written(share)} à ${midwife.name}` });
  await toggle.click();
  await office.getByRole('button', { name: 'Payer sélectionnés' }).click();
  const confirm = office.getByRole('dialog');
  await expect(confirm).toContainText(midwife.name);
  await expect(confirm).toContainText(written(share));
  await confirm.getByRole('button', { name: /^Payer/ }).click();
  await expectToast(office, 'Paiement partenaires résussi !');
  await expect(toggle).toBeHidden();
  await comeBack(own);
  await expect(gains).toContainText(`Total Paiement reçu${written(share)}`);
  await expect(gains).toContainText(`Paiement en attente${written(0)}`);
}
