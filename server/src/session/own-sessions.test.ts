import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildUser } from '../builders/user.ts';
import { sessions } from '../database/schema/sessions.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';
import { hashPassword } from './passwords.ts';
import { tokenHash } from './tokens.ts';

const ANDROID =
  'Mozilla/5.0 (Linux; Android 13; TECNO KI5) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.0.0 Mobile Safari/537.36';

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp();
  // Sessions are remembered only while the changes of the database are heard.
  server.ctx.sessions.setListening(true);
});
afterAll(() => server.close());

const list = async (visitor: Visitor) => (await server.call(visitor, 'GET', '/auth/sessions')).body.sessions;
const me = async (visitor: Visitor) => (await server.call(visitor, 'GET', '/auth/me')).status;
const end = async (visitor: Visitor, id: string) =>
  (await server.call(visitor, 'DELETE', `/auth/sessions/${id}`)).status;
const idOf = async ({ token }: Visitor) =>
  (
    await server.db
      .select()
      .from(sessions)
      .where(eq(sessions.tokenHash, tokenHash(token)))
  )[0]?.id ?? '';

it('lists the device in words and the dates, the calling session first', async () => {
  const row = await buildUser(server.db, { type: 'agent', passwordHash: await hashPassword('bonjour') });
  const body = { email: row.email, password: 'bonjour' };
  const phone = await server.call(null, 'POST', '/auth/admin-login', body, { 'user-agent': ANDROID });
  const first = { row, token: phone.body.token };
  const signedInAt = server.clock.now().toISOString();
  server.clock.advance(120);
  const second = await server.session(row);
  const openedAt = server.clock.now().toISOString();
  expect(await list(second)).toEqual([
    { _id: await idOf(second), device: null, createdAt: openedAt, lastSeenAt: openedAt, current: true },
    {
      _id: await idOf(first),
      device: 'Chrome sur Android',
      createdAt: signedInAt,
      lastSeenAt: signedInAt,
      current: false,
    },
  ]);
});

it('ends one session, which counts at once; the others go on', async () => {
  const visitor = await server.signIn('customer');
  const lost = await server.session(visitor.row);
  const kept = await server.session(visitor.row);
  // Remembered by the server (decision 27).
  expect(await me(lost)).toBe(200);
  expect(await end(visitor, await idOf(lost))).toBe(204);
  expect([await me(lost), await me(kept), await me(visitor)]).toEqual([401, 200, 200]);
  expect(await end(visitor, await idOf(lost))).toBe(404);
});

it('does not end the session of another person', async () => {
  const visitor = await server.signIn('superAdmin');
  const other = await server.signIn('customer');
  expect(await end(visitor, await idOf(other))).toBe(404);
  expect(await me(other)).toBe(200);
});

it('ends all others', async () => {
  const visitor = await server.signIn('customer');
  const stranger = await server.signIn('customer');
  const others = [await server.session(visitor.row), await server.session(visitor.row)];
  for (const one of others) expect(await me(one)).toBe(200);
  expect((await server.call(visitor, 'DELETE', '/auth/sessions')).status).toBe(204);
  for (const one of others) expect(await me(one)).toBe(401);
  expect([await me(visitor), await me(stranger)]).toEqual([200, 200]);
  expect(await list(visitor)).toHaveLength(1);
});

it('does not list sessions that have expired', async () => {
  const visitor = await server.signIn('customer');
  server.clock.advance(24 * 3600);
  expect(await list(await server.session(visitor.row))).toHaveLength(1);
});
