import type { FrameLocator, Page } from '@playwright/test';
import { meet, type Someone } from './people.ts';
import { expect, type Query } from './product.ts';
import { type Kept, sessionOf } from './session.ts';

/** An ordinary order, for tests that are about something else. */
export const usual = {
  label: 'Albendazole 400 mg, boîte de 1',
  form: 'tablet',
  quantity: 2,
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

/** The same, where nothing is missing: until this step stands. */
export async function goOnTo(page: Page, step: number): Promise<void> {
  await goOn(page);
  await expect(page.getByText(new RegExp(`^Étape ${step} sur `))).toBeVisible();
}

export function payButton(page: Page) {
  return page
    .getByRole('button', { name: /^(Confirmer et payer|Payer|Reprendre le) / })
    .filter({ visible: true });
}

/** A customer whose phone keeps the usual order, written and not paid: where tests about paying begin. */
export async function writer(
  query: Query,
  name: string,
  chosen: { label: string; form: string } = usual,
): Promise<Someone & { kept: Kept }> {
  const { label, form } = chosen;
  const customer = await meet(query, 'customer', name);
  const [medicine] = await query<{ id: string; price: number }>(
    'select id, price_fcfa as price from medications where label = $1 and form = $2',
    [label, form],
  );
  const [zone] = await query<{ id: string }>('select id from zones where $1 = any(sectors)', [usual.quarter]);
  const line = { medicationId: medicine!.id, label, form, price: medicine!.price };
  const { quarter: sector, address, quantity } = usual;
  const draft = { lines: [{ ...line, quantity }], zoneId: zone!.id, sector, address };
  const kept = await sessionOf(customer.identifier);
  kept.origins[0]!.localStorage.push({
    name: `kept:${customer.id}:order-draft`,
    value: JSON.stringify(draft),
  });
  return { ...customer, kept };
}

/** Opens the summary of the order that the phone keeps. */
export async function openSummary(page: Page): Promise<void> {
  await page.goto('/order?etape=recapitulatif');
  await expectWritten(page);
}

/** Nothing of the order is lost. */
export async function expectWritten(page: Page): Promise<void> {
  const main = page.getByRole('main');
  await expect(main).toContainText(`${usual.quantity} × ${usual.label}`);
  await expect(main).toContainText(usual.quarter);
  await expect(main).toContainText(usual.address);
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

/** Pays: the portal opens, and the provider answers so. */
export async function payWith(page: Page, answer: Answer): Promise<void> {
  await payButton(page).click();
  await answerWith(page, answer);
}

/** In the portal that stands open. */
export async function answerWith(page: Page, answer: Answer): Promise<void> {
  const portal = portalOf(page);
  const button = portal.getByRole('button', { name: answer, exact: true });
  await expect(portal.getByRole('button', { name: 'Accepter le paiement' })).toBeVisible();
  if (!(await button.isVisible())) await portal.getByText('Autres réponses de l’opérateur').click();
  await button.click();
}

export const placed = 'Commande créée avec succès, nous vous reviendrons très vite !';

/** What became of the customer's money and orders. */
export async function booksOf(query: Query, customer: Someone) {
  const orders = await query<{ id: string; state: string }>(
    'select id, state from orders where customer_id = $1',
    [customer.id],
  );
  const payments = await query<{ status: string; transaction_id: string }>(
    'select status, transaction_id from payments where customer_id = $1 order by created_at',
    [customer.id],
  );
  const journals = await query(
    'select 1 from journals join orders on orders.id = order_id where customer_id = $1',
    [customer.id],
  );
  return {
    orders: orders.length,
    payments: payments.map(({ status }) => status),
    journals: journals.length,
    transactionId: payments.at(-1)?.transaction_id ?? '',
  };
}
