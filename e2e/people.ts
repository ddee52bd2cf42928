import { expect, type Page } from '@playwright/test';
import type { Query } from './product.ts';
import { isCustomer, PASSWORD } from './session.ts';

export interface Person {
  id: string;
  name: string;
  /** The telephone number or e-mail address to sign in with. */
  identifier: string;
  /** As a person types it, without +229. */
  phone: string;
}

type Type =
  | 'customer'
  | 'supervisor'
  | 'pharmacy'
  | 'deliveryPerson'
  | 'agent'
  | 'partnerDoctor'
  | 'superAdmin';

let count = 0;

/** Six digits, unique in this run: the worker’s number and a counter. */
export function uniqueDigits(): string {
  count += 1;
  return String((Number(process.env.TEST_WORKER_INDEX) % 100) * 10_000 + count).padStart(6, '0');
}

/** Gives a customer the consents of the demo's customers, so that nothing asks for them. */
const agree = (query: Query, customerId: string) =>
  query(
    `insert into consents (id, user_id, purpose, version, given_at)
     select gen_random_uuid(), $1, c.purpose, c.version, now() from consents c
     join users u on u.id = c.user_id where u.phone = '+2290197000001'`,
    [customerId],
  );

/**
 * Creates a user for one test, with the password of the demo accounts. A prescriber is verified; a customer has consented to the use of
 * health data.
 */
export async function createPerson(query: Query, type: Type, name: string): Promise<Person> {
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
  if (type === 'customer') await agree(query, row!.id);
  return { id: row!.id, name, identifier: email ?? `01${number}`, phone: `01${number}` };
}

/** Signs in on the page for this identifier: customers by telephone on /login, all others by e-mail on /admin. */
export async function signIn(page: Page, identifier: string, password = PASSWORD): Promise<void> {
  await page.goto(isCustomer(identifier) ? '/login' : '/admin');
  await submitSignIn(page, identifier, password);
}

/** Fills in the open sign-in form and submits it. */
export async function submitSignIn(page: Page, identifier: string, password = PASSWORD): Promise<void> {
  // After a sign-up, the submitted form may still be visible.
  await expect(page.getByRole('button', { name: 'Se connecter' })).toBeVisible();
  await page.getByLabel(/Numéro de téléphone|Email/).fill(identifier);
  await page.getByLabel('Mot de passe', { exact: true }).fill(password);
  await clickSignIn(page);
}

export async function clickSignIn(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Se connecter' });
  // Before hydration the button does not submit.
  await expect(button).toHaveAttribute('type', 'submit');
  await button.click();
}

/** Returns the code of the latest SMS to this number. */
export async function readCode(page: Page, phone: string): Promise<string> {
  let code = '';
  await expect(async () => {
    const response = await page.request.get('/api/dev/sms');
    const { messages } = (await response.json()) as { messages: { to: string; text: string }[] };
    const text = messages.find(({ to, text }) => to === `+229${phone}` && text.includes('code'))?.text ?? '';
    code = /\b\d{6}\b/.exec(text)?.[0] ?? '';
    expect(code).not.toBe('');
  }).toPass();
  return code;
}
