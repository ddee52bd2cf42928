import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect } from 'vitest';
import { type Earnings, prepareEarnings } from '../benefits/earnings.fixture.ts';
import type { OrderRow } from '../database/schema/orders.ts';
import { prescriptions } from '../database/schema/prescriptions.ts';
import { readPages } from '../pdf/read-pages.fixture.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';

export let server: TestApp;
export let earnings: Earnings;
export let admin: Visitor;

/** Prepares a product for the tests of one file. */
export function prepareStatements(): void {
  beforeAll(async () => {
    server = await startTestApp({ settings: { payouts: 'provider' } });
    earnings = await prepareEarnings(server.db);
    admin = await server.signIn('superAdmin');
  });
  afterAll(() => server.close());
}

/** A session lasts a day, these tests months. */
const again = ({ row }: Visitor) => server.session(row);

export const call = async (who: Visitor, method: string, path: string, body?: unknown) =>
  server.call(await again(who), method, path, body);
export const read = (who: Visitor, path: string) => call(who, 'GET', `/statements${path}`);

export async function fetchFile(who: Visitor, path: string) {
  const { token } = await again(who);
  return server.app.inject({ url: `/api/statements${path}`, headers: { authorization: `Bearer ${token}` } });
}

export async function readCsv(who: Visitor, path: string): Promise<string[]> {
  const { statusCode, body } = await fetchFile(who, path);
  expect(statusCode).toBe(200);
  return body.slice(1).split('\r\n').slice(0, -1);
}

/** The text of each page. */
export const readPdf = async (who: Visitor, path: string) =>
  readPages((await fetchFile(who, path)).rawPayload);

export const waitUntil = (time: string) =>
  server.clock.advance((Date.parse(time) - server.clock.now().getTime()) / 1000);

export async function end({ id }: OrderRow): Promise<void> {
  const { status } = await call(admin, 'PATCH', `/orders/${id}/status`, { status: 'ended' });
  expect(status).toBe(200);
}

export async function numberOf({ prescriptionId }: OrderRow): Promise<string | undefined> {
  const found = await server.db
    .select()
    .from(prescriptions)
    .where(eq(prescriptions.id, prescriptionId ?? ''));
  return found[0]?.number;
}
