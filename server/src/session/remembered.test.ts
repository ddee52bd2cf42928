import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { sessions } from '../database/schema/sessions.ts';
import { users } from '../database/schema/users.ts';
import { buildApp } from '../http/app.ts';
import { startLive } from '../live/start-live.ts';
import { type LiveTest, startLiveTest, WAIT } from '../testing/live.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';
import { rememberSessions } from './authenticate.ts';
import { hashPassword } from './passwords.ts';

let server: TestApp;
let live: LiveTest;
let admin: Visitor;

beforeAll(async () => {
  server = await startTestApp();
  live = await startLiveTest(server);
  admin = await server.signIn('superAdmin');
});
afterAll(async () => {
  await live.live.close();
  await server.close();
});

const read = async (visitor: Visitor) => (await server.call(visitor, 'GET', '/zones')).status;

/** A person whose session this process remembers. */
async function remembered(...given: Parameters<TestApp['signIn']>): Promise<Visitor> {
  const visitor = await server.signIn(...given);
  // The announcement of the new user may arrive after the first call.
  await vi.waitFor(async () => expect(await queriesOf(visitor)).toBe(0), WAIT);
  return visitor;
}

/** How many statements a read of this person sends for their session. */
async function queriesOf(visitor: Visitor): Promise<number> {
  const query = vi.spyOn(server.pool, 'query');
  expect(await read(visitor)).toBe(200);
  const texts = query.mock.calls.map(([config]) => JSON.stringify(config));
  query.mockRestore();
  return texts.filter((text) => /sessions/.test(text)).length;
}

describe('a session that was read a moment ago', () => {
  it('is not read again by the next calls', async () => {
    const visitor = await remembered('customer');
    expect(await queriesOf(visitor)).toBe(0);
  });

  it('is read again by each call that writes', async () => {
    const visitor = await remembered('customer');
    await server.pool.query('alter table sessions disable trigger announce');
    await server.db.delete(sessions).where(eq(sessions.userId, visitor.row.id));
    await server.pool.query('alter table sessions enable trigger announce');
    expect(await read(visitor)).toBe(200);
    expect((await server.call(visitor, 'POST', '/notifications/read-all')).status).toBe(401);
    // The announcement was lost, which must not count for more than five seconds.
    server.clock.advance(5);
    expect(await read(visitor)).toBe(401);
  });
});

describe('ends at once in the process that ends it', () => {
  const path = ({ row }: Visitor) => `/users/${row.id}`;
  const endings: [string, number, (visitor: Visitor) => Promise<{ status: number }>][] = [
    ['a sign-out', 401, (me) => server.call(me, 'POST', '/auth/logout')],
    ['a deactivation', 401, (me) => server.call(admin, 'PATCH', `${path(me)}/toggle-active`)],
    ['a changed password', 401, (me) => server.call(admin, 'PUT', path(me), { password: 'nouveau' })],
    ['a changed type', 401, (me) => server.call(admin, 'PUT', path(me), { type: 'supervisor' })],
    ['a deletion', 401, (me) => server.call(admin, 'DELETE', path(me))],
  ];

  it.each(endings)('%s', async (_, expected, end) => {
    for (let round = 0; round < 5; round += 1) {
      const me = await remembered('agent');
      expect((await end(me)).status).toBeLessThan(300);
      expect(await read(me)).toBe(expected);
    }
  });

  it('the oldest session, by a sign-in', async () => {
    const passwordHash = await hashPassword('bonjour');
    const oldest = await remembered('customer', { passwordHash });
    for (let n = 0; n < 19; n += 1) {
      server.clock.advance(0.1);
      await server.session(oldest.row);
    }
    const body = { identifier: oldest.row.phone, password: 'bonjour' };
    expect((await server.call(null, 'POST', '/auth/login', body)).status).toBe(200);
    expect(await read(oldest)).toBe(401);
  });
});

it('ends in another process as soon as PostgreSQL announces it', async () => {
  const ctx = { ...server.ctx, sessions: rememberSessions() };
  const other = await buildApp(ctx, { logger: false, trustProxy: 0 });
  const otherLive = await startLive(ctx, { http: other.server, pool: server.pool });
  const readThere = async ({ token }: Visitor) =>
    (await other.inject({ url: '/api/zones', headers: { authorization: `Bearer ${token}` } })).statusCode;
  try {
    const me = await remembered('agent');
    expect(await readThere(me)).toBe(200);
    await server.call(admin, 'PATCH', `/users/${me.row.id}/toggle-active`);
    await vi.waitFor(async () => expect(await readThere(me)).toBe(401), WAIT);
  } finally {
    await otherLive.close();
    await other.close();
  }
});

it('is not remembered while the changes of the database are not heard', async () => {
  const heard = await remembered('customer');
  const me = await server.signIn('customer');
  server.ctx.sessions.setListening(false);
  await read(me);
  expect([await queriesOf(heard), await queriesOf(me)]).toEqual([1, 1]);
  server.ctx.sessions.setListening(true);
  await read(me);
  expect(await queriesOf(me)).toBe(0);
});

it('is forgotten when the connection that hears them is lost, and remembered again once it is back', async () => {
  const setListening = vi.spyOn(server.ctx.sessions, 'setListening');
  // Its last statement is one of these.
  await server.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and query in ('listen changes', 'select 1') and pid <> pg_backend_pid()`,
  );
  await vi.waitFor(() => expect(setListening.mock.calls).toEqual([[false], [true]]), WAIT);
  setListening.mockRestore();
  await remembered('customer');
});

it('is not remembered when it was forgotten while it was being read', async () => {
  const sessions = rememberSessions();
  sessions.setListening(true);
  const { row: user } = await server.signIn('customer');
  const now = server.clock.now();
  const session = { user, createdAt: now, lastSeenAt: now, expiresAt: new Date(now.getTime() + 60_000) };
  const reading = Promise.withResolvers<typeof session>();
  const suffices = () => true;
  const found = sessions.find('hash', now, { suffices, load: () => reading.promise });
  sessions.forget([user.id]);
  reading.resolve(session);
  expect(await found).toEqual(session);
  expect(await sessions.find('hash', now, { suffices, load: async () => null })).toBeNull();
});

it('shows the changed name of a user', async () => {
  const me = await remembered('customer');
  await server.call(me, 'PUT', '/users/update/me', { name: 'Nouveau nom' });
  expect((await server.call(me, 'GET', '/auth/me')).body.user.name).toBe('Nouveau nom');
  await server.db.update(users).set({ active: false }).where(eq(users.id, me.row.id));
  await vi.waitFor(async () => expect(await read(me)).toBe(403), WAIT);
});
