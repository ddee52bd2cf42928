import { type BrowserContext, expect } from '@playwright/test';

export const PASSWORD = 'demo-amasin';

/** The cookies and local storage of a browser context. */
export type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>;

/** Customers sign in with a telephone number, all others with an e-mail address. */
export const isCustomer = (identifier: string) => !identifier.includes('@');

/** Signs in through the API. Returns a storage state with the token. */
export async function signInByApi(identifier: string): Promise<StorageState> {
  const origin = process.env.AMASIN_URL ?? '';
  const token = await tokenOf(identifier);
  return { cookies: [], origins: [{ origin, localStorage: [{ name: 'token', value: token }] }] };
}

/** Calls the API as this user. */
export async function callAs(identifier: string, method: string, path: string, body: object) {
  return call(method, path, body, { authorization: `Bearer ${await tokenOf(identifier)}` });
}

/** Uploads a picture as this user. Returns its key. */
export async function uploadAs(
  identifier: string,
  bytes: Buffer,
  type: 'prescription' | 'insurance',
): Promise<string> {
  const form = new FormData();
  form.set('type', type);
  form.set('file', new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }), `${type}.jpg`);
  const headers = { authorization: `Bearer ${await tokenOf(identifier)}` };
  const response = await fetch(`${process.env.AMASIN_URL}/api/upload`, {
    method: 'POST',
    headers,
    body: form,
  });
  expect(response.ok, `POST /api/upload: ${response.status}`).toBe(true);
  return (await response.json()).url;
}

async function tokenOf(identifier: string): Promise<string> {
  const body = isCustomer(identifier)
    ? { identifier, password: PASSWORD }
    : { email: identifier, password: PASSWORD };
  const { token } = await call('POST', `/api/auth/${isCustomer(identifier) ? 'login' : 'admin-login'}`, body);
  return token;
}

async function call(method: string, path: string, body: object, headers = {}) {
  const response = await fetch(`${process.env.AMASIN_URL}${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  expect(response.ok, `${method} ${path}: ${response.status}`).toBe(true);
  return response.json();
}
