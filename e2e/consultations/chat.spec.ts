import type { Page } from '@playwright/test';
import { addItem, attachPhoto, createPhoto } from '../documents.ts';
import { chooseSector, defaultOrder, nextStep, payButton, writeAddress } from '../ordering.ts';
import type { Person } from '../people.ts';
import { calculateAmounts, formatAmount } from '../prices.ts';
import { DESKTOP, expect, PHONE, type Query, test } from '../product.ts';
import { expectToast } from '../toasts.ts';
import {
  accept,
  acceptedLine,
  composerOf,
  createTalkers,
  messagesOf,
  requestDoctor,
  requestsOf,
  sendPhoto,
  textsOf,
  write,
} from './chatting.ts';

const QUESTION = 'Mon fils tousse depuis trois jours.';
const medicine = { label: 'Amoxicilline 1 g, boîte de 14', form: 'tablet', quantity: 2 };

test('a customer and a doctor talk, from the request to an order with the prescription and the end', async ({
  open,
  query,
}) => {
  // Twenty messages and two uploads, on three screens.
  const { customer, doctors } = await createTalkers(query, ['Ablawa Test-Une', 'Brice Test-Deux']);
  const [first, second] = doctors as [Person, Person];
  const doctorPage = await open(DESKTOP, first.identifier);
  const otherPage = await open(DESKTOP, second.identifier);
  for (const page of [doctorPage, otherPage]) {
    await page.goto('/doctor-dashboard');
    // Requests of other tests may be counted after the name.
    await page
      .getByRole('navigation', { name: 'Espace de travail' })
      .getByRole('link', { name: /^Consultations/ })
      .click();
    await expect(page.getByRole('heading', { name: 'Mes consultations' }).or(emptyOf(page))).toBeVisible();
  }
  const customerPage = await open(PHONE, customer.identifier);
  await customerPage.goto('/dashboard');
  await requestDoctor(customerPage, QUESTION);
  await expect(composerOf(customerPage)).toBeDisabled();
  // The style of ActionIcon overrides that of its UnstyledButton, whatever the order of the stylesheets.
  await expect(customerPage.getByRole('button', { name: 'Envoyer' })).toHaveCSS('cursor', 'not-allowed');
  for (const page of [doctorPage, otherPage])
    await expect(requestsOf(page, customer)).toContainText(QUESTION);

  await accept(doctorPage, customer);
  await expect(requestsOf(otherPage, customer)).toHaveCount(0);
  await expect(customerPage.getByText('En ligne', { exact: true })).toBeVisible();
  await expect(composerOf(customerPage)).toBeEnabled();

  const lines = [QUESTION, acceptedLine(first)];
  for (let turn = 1; turn <= 10; turn++) {
    const question = `Question ${turn}`;
    const reply = `Réponse ${turn}`;
    await write(customerPage, question);
    await expect(textsOf(doctorPage).last()).toHaveText(question);
    await write(doctorPage, reply);
    await expect(textsOf(customerPage).last()).toHaveText(reply);
    lines.push(question, reply);
  }
  for (const page of [customerPage, doctorPage]) await expect(textsOf(page)).toHaveText(lines);

  await sendPhoto(customerPage);
  await messagesOf(doctorPage).getByRole('button', { name: 'Voir le fichier joint' }).click();
  await expect(messagesOf(doctorPage).getByRole('img', { name: /Fichier joint/ })).toBeVisible();

  const number = await prescribe(doctorPage, customer);
  await expect(messagesOf(customerPage)).toContainText(number);
  await messagesOf(customerPage).getByRole('link', { name: 'Commander avec ce code' }).click();
  await expectOrder(customerPage, query, first);

  await customerPage.goBack();
  await customerPage.getByRole('button', { name: 'Médecin' }).click();
  await customerPage.getByRole('button', { name: first.name }).click();
  await complete(doctorPage);
  for (const page of [customerPage, doctorPage]) {
    await expect(textsOf(page).last()).toHaveText(`Le docteur ${first.name} a terminé la consultation`);
    await expect(page.getByText('Cette consultation est terminée.')).toBeVisible();
    await expect(composerOf(page)).toBeHidden();
  }
  await expect(requestsOf(otherPage, customer)).toHaveCount(0);
});

const emptyOf = (page: Page) => page.getByText('Les demandes des clients apparaissent ici');

/** Writes a prescription for the patient of the open consultation and sends its number, which is returned. */
async function prescribe(page: Page, patient: Person): Promise<string> {
  await page.getByRole('button', { name: 'Nouvelle ordonnance' }).click();
  const dialog = page.getByRole('dialog', { name: 'Nouvelle ordonnance' });
  await expect(dialog.getByLabel('Nom du patient')).toHaveValue(patient.name);
  await attachPhoto(page, await createPhoto(page));
  await addItem(page, medicine);
  await dialog.getByRole('button', { name: 'Créer' }).click();
  await expectToast(page, 'Ordonnance créée');
  const given = page.getByRole('region', { name: 'Numéro à donner au patient' });
  const [number] = (await given.innerText()).match(/ORD-\d{8}/)!;
  await page.getByRole('button', { name: 'Envoyer le code' }).click();
  await expect(messagesOf(page)).toContainText(number);
  return number;
}

/** Expects the form with the prescription’s medicine, and fills in the rest up to the payment. */
async function expectOrder(page: Page, query: Query, doctor: Person): Promise<void> {
  const main = page.getByRole('main');
  await expect(main).toContainText(doctor.name);
  await expect(main).toContainText(medicine.label);
  await nextStep(page);
  await chooseSector(page, defaultOrder.sector, defaultOrder.sector);
  await writeAddress(page, defaultOrder.address);
  await nextStep(page);
  const { total } = await calculateAmounts(query, [medicine], defaultOrder.sector);
  await expect(main).toContainText(`Total${formatAmount(total)}`);
  await expect(payButton(page)).toBeEnabled();
}

async function complete(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Terminer' }).click();
  await page
    .getByRole('dialog', { name: 'Terminer cette consultation ?' })
    .getByRole('button', { name: 'Terminer' })
    .click();
  await expectToast(page, 'Consultation terminée');
}
