import type { FrameLocator, Page } from '@playwright/test';
import { expect } from './product.ts';

/** An ordinary order, for tests that are about something else. */
export const usual = {
  typed: 'albendazole 400 mg, boîte de 1',
  label: 'Albendazole 400 mg, boîte de 1',
  form: 'tablet',
  quarter: 'Haie Vive',
  address: 'Haie Vive, derrière la pharmacie, portail gris',
} as const;

/** Types into the search of medicines and takes this answer. */
export async function addMedicine(page: Page, typed: string, option: string | RegExp): Promise<void> {
  await page.getByRole('combobox', { name: 'Ajouter un médicament' }).fill(typed);
  await page.getByRole('option', { name: option }).first().click();
}

/** Types the beginning of a quarter's name and takes it. */
export async function chooseQuarter(page: Page, typed: string, quarter: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Votre quartier' }).fill(typed);
  await page.getByRole('option', { name: quarter }).first().click();
}

export async function writeAddress(page: Page, address: string): Promise<void> {
  await page.getByLabel('Adresse de livraison').fill(address);
}

export async function goOn(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Continuer' }).click();
}

export function payButton(page: Page) {
  return page.getByRole('button', { name: /^(Confirmer et payer|Payer) / }).filter({ visible: true });
}

/** The usual order on a phone, up to its summary. */
export async function writeUsualOrder(page: Page): Promise<void> {
  await page.goto('/order');
  await addMedicine(page, usual.typed, usual.label);
  await goOn(page);
  await chooseQuarter(page, usual.quarter, usual.quarter);
  await writeAddress(page, usual.address);
  await goOn(page);
  await expect(page.getByRole('heading', { name: 'Récapitulatif' })).toBeVisible();
}

export type Answer =
  | 'Accepter le paiement'
  | 'Refuser le paiement'
  | 'Accepter plus tard'
  | 'Accepter, et le dire deux fois'
  | 'Payer un autre montant'
  | 'Accepter sans rien dire';

export function portalOf(page: Page): FrameLocator {
  return page.getByTitle('Portail de paiement').contentFrame();
}

/** Opens the portal and has the provider answer so. */
export async function payWith(page: Page, answer: Answer): Promise<void> {
  await payButton(page).click();
  const portal = portalOf(page);
  const button = portal.getByRole('button', { name: answer, exact: true });
  await expect(portal.getByRole('button', { name: 'Accepter le paiement' })).toBeVisible();
  if (!(await button.isVisible())) await portal.getByText('Autres réponses de l’opérateur').click();
  await button.click();
}
