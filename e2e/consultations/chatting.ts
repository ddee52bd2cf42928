import type { Locator, Page } from '@playwright/test';
import { attachPhoto, createPhoto } from '../documents.ts';
import { createPerson, type Person, uniqueDigits } from '../people.ts';
import { expect, type Query } from '../product.ts';

/** Creates a customer and doctors. The customer's name is unique: every doctor sees the requests of all tests. */
export async function createTalkers(query: Query, doctors: readonly string[]) {
  const customer = await createPerson(query, 'customer', `Patiente Test-${uniqueDigits()}`);
  const created: Person[] = [];
  for (const name of doctors) created.push(await createPerson(query, 'partnerDoctor', name));
  return { customer, doctors: created };
}

/** Requests a doctor with this message. */
export async function requestDoctor(page: Page, message: string): Promise<void> {
  await page.getByRole('button', { name: 'Médecin' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Nouvelle consultation' }).click();
  await page.getByLabel('Votre message').fill(message);
  await page.getByRole('button', { name: 'Démarrer' }).click();
  await expect(page.getByRole('heading', { name: 'En attente d’un médecin' })).toBeVisible();
}

/** The requests of this patient in the list of a doctor’s page. */
export function requestsOf(page: Page, patient: Person): Locator {
  return page
    .getByRole('list', { name: 'Demandes en attente' })
    .getByRole('listitem')
    .filter({ hasText: patient.name });
}

/** Accepts the request of this patient, which opens the consultation. */
export async function accept(page: Page, patient: Person): Promise<void> {
  await requestsOf(page, patient)
    .getByRole('button', { name: `Accepter ${patient.name}` })
    .click();
  await expect(page.getByText('Consultation en cours')).toBeVisible();
}

export function messagesOf(page: Page): Locator {
  return page.getByRole('log', { name: 'Messages' });
}

/** The texts of the messages, in the order of the screen. */
export function textsOf(page: Page): Locator {
  return messagesOf(page).getByRole('paragraph');
}

export function composerOf(page: Page): Locator {
  return page.getByRole('textbox', { name: 'Votre message' });
}

async function send(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Envoyer', exact: true }).click();
}

/** Writes a message, and sends it. */
export async function write(page: Page, text: string): Promise<void> {
  await composerOf(page).fill(text);
  await send(page);
}

/** Sends a picture. */
export async function sendPhoto(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Joindre une photo ou un document' }).click();
  await attachPhoto(page, await createPhoto(page), 'toux.jpg');
  await send(page);
  await expect(messagesOf(page).getByRole('button', { name: 'Voir le fichier joint' })).toBeVisible();
}

export const acceptedLine = ({ name }: Person) => `Vous discutez avec le docteur ${name}`;
