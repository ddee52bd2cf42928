import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { buildUser } from '../builders/user.ts';
import { sessions } from '../database/schema/sessions.ts';
import { connectTo, type LiveTest, startLiveTest, WAIT } from '../testing/live.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';
import { hashPassword } from './passwords.ts';

let server: TestApp;
let live: LiveTest;
let passwordHash: string;

beforeAll(async () => {
  server = await startTestApp();
  live = await startLiveTest(server);
  passwordHash = await hashPassword('bonjour');
});
afterAll(async () => {
  await live.live.close();
  await server.close();
});

/** A person with `count` sessions, each begun a minute after the one before. */
async function personWith(count: number): Promise<Visitor[]> {
  const row = await buildUser(server.db, { type: 'customer', passwordHash });
  const visitors: Visitor[] = [];
  for (let n = 0; n < count; n += 1) {
    server.clock.advance(60);
    visitors.push(await server.session(row));
  }
  return visitors;
}

async function signIn({ row }: Visitor): Promise<Visitor> {
  const body = { identifier: row.phone, password: 'bonjour' };
  return { row, token: (await server.call(null, 'POST', '/auth/login', body)).body.token };
}

const isAlive = async (visitor: Visitor) => (await server.call(visitor, 'GET', '/auth/me')).status === 200;
const countOf = async ({ row }: Visitor) =>
  (await server.db.select().from(sessions).where(eq(sessions.userId, row.id))).length;

it('ends the oldest of twenty sessions when another begins, with its live connection', async () => {
  const [oldest, next, ...others] = await personWith(20);
  const closing = await connectTo(live.url, oldest!.token);
  const staying = await connectTo(live.url, next!.token);
  const last = await signIn(oldest!);
  expect(await isAlive(oldest!)).toBe(false);
  expect(await Promise.all([next!, ...others, last].map(isAlive))).toEqual(Array(20).fill(true));
  await vi.waitFor(() => expect(closing.socket.connected).toBe(false), WAIT);
  expect(staying.socket.connected).toBe(true);
});

it('keeps twenty when several begin at once, all of the new ones among them', async () => {
  const [first] = await personWith(19);
  const begun = await Promise.all(Array.from({ length: 6 }, () => signIn(first!)));
  expect(await countOf(first!)).toBe(20);
  expect(await Promise.all(begun.map(isAlive))).toEqual(Array(6).fill(true));
});

it('keeps the new session when the clock was set back', async () => {
  const [first] = await personWith(20);
  server.clock.advance(-3600);
  expect(await isAlive(await signIn(first!))).toBe(true);
  server.clock.advance(3600);
});

it('ends no session of another person', async () => {
  const [other] = await personWith(1);
  const [first] = await personWith(20);
  await signIn(first!);
  expect(await isAlive(other!)).toBe(true);
});
