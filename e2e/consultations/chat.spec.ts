import type { Page } from '@playwright/test';
import { addItem, attachPhoto, createPhoto } from '../documents.ts';
import { chooseSector, defaultOrder, nextStep, payButton, writeAddress } from '../ordering.ts';
import type { Person } from '../people.ts';
import { calculateAmounts, formatAmount } from '../prices.ts';
import { DESKTOP, expect, expectToast, PHONE, type Query, test } from '../product.ts';
import {
  accept,
  acceptedLine,
  composerOf,
  createTalkers,
  messagesOf,
  requestDoctor,
  requestsOf,
  send,
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
  test.setTimeout(150_000);
  const { customer, doctors } = await createTalkers(query, ['Ablawa Test-Une', 'Brice Test-Deux']);
  const [first, second] = doctors as [Person, Person];
  const [desk, other] = [await open(DESKTOP, first.identifier), await open(DESKTOP, second.identifier)];
  for (const page of [desk, other]) {
    await page.goto('/doctor-dashboard');
    await page.getByRole('tab', { name: /^Consultations/ }).click();
    await expect(page.getByRole('heading', { name: 'Mes consultations' }).or(emptyOf(page))).toBeVisible();
  }
  const phone = await open(PHONE, customer.identifier);
  await phone.goto('/dashboard');
  await requestDoctor(phone, QUESTION);
  await expect(composerOf(phone)).toBeDisabled();
  for (const page of [desk, other]) await expect(requestsOf(page, customer)).toContainText(QUESTION);

  await accept(desk, customer);
  await expect(requestsOf(other, customer)).toHaveCount(0);
  await expect(phone.getByText('En ligne', { exact: true })).toBeVisible();
  await expect(composerOf(phone)).toBeEnabled();

  const lines = [QUESTION, acceptedLine(first)];
  for (let turn = 1; turn <= 10; turn++) {
    const [question, answer] = [`Question ${turn}`, `Réponse ${turn}`];
    await write(phone, question);
    await expect(textsOf(desk).last()).toHaveText(question);
    await write(desk, answer);
    await expect(textsOf(phone).last()).toHaveText(answer);
    lines.push(question, answer);
  }
  for (const page of [phone, desk]) await expect(textsOf(page)).toHaveText(lines);

  await sendPhoto(phone);
  await messagesOf(desk).getByRole('button', { name: 'Voir le fichier joint' }).click();
  await expect(messagesOf(desk).getByRole('img', { name: /Fichier joint/ })).toBeVisible();

  const number = await prescribe(desk, customer);
  await expect(messagesOf(phone)).toContainText(number);
  await messagesOf(phone).getByRole('link', { name: 'Commander avec ce code' }).click();
  await expectOrder(phone, query, first);

  await phone.goBack();
  await phone.getByRole('button', { name: 'Médecin' }).click();
  await phone.getByRole('button', { name: first.name }).click();
  await complete(desk);
  for (const page of [phone, desk]) {
    await expect(textsOf(page).last()).toHaveText(`Le docteur ${first.name} a terminé la consultation`);
    await expect(page.getByText('Cette consultation est terminée.')).toBeVisible();
    await expect(composerOf(page)).toBeHidden();
  }
  await expect(requestsOf(other, customer)).toHaveCount(0);
});

const emptyOf = (page: Page) => page.getByText('Les demandes des clients apparaissent ici');

async function sendPhoto(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Joindre une photo ou un document' }).click();
  await attachPhoto(page, await createPhoto(page), 'toux.jpg');
  await send(page);
  await expect(messagesOf(page).getByRole('button', { name: 'Voir le fichier joint' })).toBeVisible();
}

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
