import { type BrowserContext, expect } from '@playwright/test';

export const PASSWORD = 'demo-amasin';

/** The cookies and local storage of a browser. */
export type Kept = Awaited<ReturnType<BrowserContext['storageState']>>;

/** Customers sign in with a telephone number, all others with an e-mail address. */
export const isCustomer = (identifier: string) => !identifier.includes('@');

/** What the browser of this person stores once they are signed in. */
export async function sessionOf(identifier: string): Promise<Kept> {
  const origin = process.env.AMASIN_URL ?? '';
  const body = isCustomer(identifier)
    ? { identifier, password: PASSWORD }
    : { email: identifier, password: PASSWORD };
  const answer = await fetch(`${origin}/api/auth/${isCustomer(identifier) ? 'login' : 'admin-login'}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const { token } = (await answer.json()) as { token: string };
  expect(answer.status, identifier).toBe(200);
  return { cookies: [], origins: [{ origin, localStorage: [{ name: 'token', value: token }] }] };
}
