import { type BrowserContext, expect } from '@playwright/test';

export const PASSWORD = 'demo-amasin';

/** The cookies and local storage of a browser context. */
export type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>;

/** Customers sign in with a telephone number, all others with an e-mail address. */
export const isCustomer = (identifier: string) => !identifier.includes('@');

/** Signs in through the API. Returns the storage of the signed-in browser. */
export async function sessionOf(identifier: string): Promise<StorageState> {
  const origin = process.env.AMASIN_URL ?? '';
  const body = isCustomer(identifier)
    ? { identifier, password: PASSWORD }
    : { email: identifier, password: PASSWORD };
  const response = await fetch(`${origin}/api/auth/${isCustomer(identifier) ? 'login' : 'admin-login'}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const { token } = (await response.json()) as { token: string };
  expect(response.status, identifier).toBe(200);
  return { cookies: [], origins: [{ origin, localStorage: [{ name: 'token', value: token }] }] };
}
