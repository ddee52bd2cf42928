import type { FrameLocator, Page } from '@playwright/test';
import { createPerson, type Person } from './people.ts';
import { expect, type Query } from './product.ts';
import { type StorageState, signInByApi } from './session.ts';

/** An order for tests that do not depend on its content. */
export const defaultOrder = {
  label: 'Albendazole 400 mg, boîte de 1',
  form: 'tablet',
  quantity: 2,
  sector: 'Haie Vive',
  address: 'Haie Vive, derrière la pharmacie, portail gris',
} as const;

/** Searches for a medicine and selects this option. */
export async function addMedicine(page: Page, typed: string, option: string | RegExp): Promise<void> {
  await page.getByRole('combobox', { name: 'Ajouter un médicament' }).fill(typed);
  await page.getByRole('option', { name: option }).first().click();
}

/** Searches for a sector and selects it. */
export async function chooseSector(page: Page, typed: string, sector: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Votre quartier' }).fill(typed);
  await page.getByRole('option', { name: sector }).first().click();
}

export async function writeAddress(page: Page, address: string): Promise<void> {
  await page.getByLabel('Adresse de livraison').fill(address);
}

export async function nextStep(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Continuer' }).click();
}

/** Goes to the next step and waits until it is visible. */
export async function goToStep(page: Page, step: number): Promise<void> {
  await nextStep(page);
  await expect(page.getByText(new RegExp(`^Étape ${step} sur `))).toBeVisible();
}

export function payButton(page: Page) {
  return page
    .getByRole('button', { name: /^(Confirmer et payer|Payer|Reprendre le) / })
    .filter({ visible: true });
}

/** Creates a customer whose browser has stored a completed, unpaid draft of the default order. */
export async function createCustomerWithDraft(
  query: Query,
  name: string,
  ordered: { label: string; form: string } = defaultOrder,
): Promise<Person & { storage: StorageState }> {
  const { label, form } = ordered;
  const customer = await createPerson(query, 'customer', name);
  const [medicine] = await query<{ id: string; price: number }>(
    'select id, price_fcfa as price from medications where label = $1 and form = $2',
    [label, form],
  );
  const [zone] = await query<{ id: string }>('select id from zones where $1 = any(sectors)', [
    defaultOrder.sector,
  ]);
  const line = { medicationId: medicine!.id, label, form, price: medicine!.price };
  const { sector, address, quantity } = defaultOrder;
  const draft = { lines: [{ ...line, quantity }], zoneId: zone!.id, sector, address };
  const storage = await signInByApi(customer.identifier);
  storage.origins[0]!.localStorage.push({
    name: `kept:${customer.id}:order-draft`,
    value: JSON.stringify(draft),
  });
  return { ...customer, storage };
}

/** Keeps the default place for a customer. */
export async function keepPlace(query: Query, customer: Person): Promise<void> {
  await query(
    `insert into addresses (id, owner_id, name, zone_id, sector, address, created_at)
     select gen_random_uuid(), $1, 'Maison', id, $2, $3, now() from zones where $2 = any(sectors)`,
    [customer.id, defaultOrder.sector, defaultOrder.address],
  );
}

/** Opens the summary of the stored draft. */
export async function openSummary(page: Page): Promise<void> {
  await page.goto('/order?etape=recapitulatif');
  await expectDraft(page);
}

/** Expects the page to show the whole default order. */
export async function expectDraft(page: Page): Promise<void> {
  const main = page.getByRole('main');
  await expect(main).toContainText(`${defaultOrder.quantity} × ${defaultOrder.label}`);
  await expect(main).toContainText(defaultOrder.sector);
  await expect(main).toContainText(defaultOrder.address);
}

export type PortalButton =
  | 'Accepter le paiement'
  | 'Refuser le paiement'
  | 'Accepter plus tard'
  | 'Accepter, et le dire deux fois'
  | 'Payer un autre montant'
  | 'Accepter sans rien dire';

export function portalOf(page: Page): FrameLocator {
  return page.getByTitle('Portail de paiement').contentFrame();
}

/** Closes the portal. A toast above it has a button of the same name. */
export async function closePortal(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: /^Payer / });
  await dialog.getByRole('button', { name: 'Fermer', exact: true }).click();
}

/** Opens the portal and clicks this button in it. */
export async function payWith(page: Page, label: PortalButton): Promise<void> {
  await payButton(page).click();
  await clickInPortal(page, label);
}

/** Clicks this button in the open portal. */
export async function clickInPortal(page: Page, label: PortalButton): Promise<void> {
  const portal = portalOf(page);
  const button = portal.getByRole('button', { name: label, exact: true });
  await expect(portal.getByRole('button', { name: 'Accepter le paiement' })).toBeVisible();
  if (!(await button.isVisible())) await portal.getByText('Autres réponses de l’opérateur').click();
  await button.click();
}

export const ORDER_HELD = 'Votre commande est gardée sur cet appareil';
export const ORDER_PLACED = 'Commande créée avec succès, nous vous reviendrons très vite !';

/** Returns the customer’s number of orders and journals, and the status of each payment. */
export async function recordsOf(query: Query, customer: Person) {
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
