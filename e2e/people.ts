import { expect, type Page } from '@playwright/test';
import type { Query } from './product.ts';
import { isCustomer, PASSWORD } from './session.ts';

export interface Someone {
  id: string;
  name: string;
  /** What they sign in with. */
  identifier: string;
  /** As people write it. */
  phone: string;
}

type Type = 'customer' | 'supervisor' | 'pharmacy' | 'deliveryPerson' | 'agent' | 'partnerDoctor';

let made = 0;

/** Six digits that nothing else in this run has: workers have numbers, and each counts. */
export function uniqueDigits(): string {
  made += 1;
  return String((Number(process.env.TEST_WORKER_INDEX) % 100) * 10_000 + made).padStart(6, '0');
}

/**
 * Somebody of the test's own, with the password of the demonstration: nobody else moves their orders. A prescriber is
 * verified.
 */
export async function meet(query: Query, type: Type, name: string): Promise<Someone> {
  const number = `96${uniqueDigits()}`;
  const email = type === 'customer' ? null : `p${number}@exemple.bj`;
  const [row] = await query<{ id: string }>(
    `insert into users (id, type, name, email, phone, password_hash, is_partner, verified, titre_partenaire, created_at)
     select gen_random_uuid(), $1, $2, $3, $4, password_hash, $5, $6::text is not null, $6::text, now() from users where phone = '+2290197000001'
     returning id`,
    [
      type,
      name,
      email,
      `+22901${number}`,
      type === 'pharmacy',
      type === 'partnerDoctor' ? 'sage femme' : null,
    ],
  );
  return { id: row!.id, name, identifier: email ?? `01${number}`, phone: `01${number}` };
}

/** Signs in by the door of this identifier: customers by telephone, all others by e-mail. */
export async function signIn(page: Page, identifier: string, password = PASSWORD): Promise<void> {
  await page.goto(isCustomer(identifier) ? '/login' : '/admin');
  await fillDoor(page, identifier, password);
}

/** Fills in the door that stands open, and knocks. */
export async function fillDoor(page: Page, identifier: string, password = PASSWORD): Promise<void> {
  // After a sign-up the form that has just been sent may still stand.
  await expect(page.getByRole('button', { name: 'Se connecter' })).toBeVisible();
  await page.getByLabel(/Numéro de téléphone|Email/).fill(identifier);
  await page.getByLabel('Mot de passe', { exact: true }).fill(password);
  await knock(page);
}

export async function knock(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Se connecter' });
  // Before the page is alive its button sends nothing.
  await expect(button).toHaveAttribute('type', 'submit');
  await button.click();
}
