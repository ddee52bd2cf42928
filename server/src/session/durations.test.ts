import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { buildUser } from '../builders/user.ts';
import { sessions } from '../database/schema/sessions.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';
import { hashPassword } from './passwords.ts';
import { tokenHash } from './tokens.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const IDLE = {
  status: 401,
  body: {
    success: false,
    code: 'SESSION_IDLE',
    message: 'Votre session a été fermée après 30 minutes sans activité. Reconnectez-vous pour reprendre.',
  },
};

let server: TestApp;
let passwordHash: string;

beforeAll(async () => {
  server = await startTestApp({ settings: { deskSessionHours: 12, deskIdleMinutes: 30 } });
  server.ctx.sessions.setListening(true);
  passwordHash = await hashPassword('bonjour');
});
afterAll(() => server.close());

async function signIn(type: Parameters<typeof buildUser>[1]['type']): Promise<Visitor> {
  const row = await buildUser(server.db, { type, passwordHash });
  const { body } =
    type === 'customer'
      ? await server.call(null, 'POST', '/auth/login', { identifier: row.phone, password: 'bonjour' })
      : await server.call(null, 'POST', '/auth/admin-login', { email: row.email, password: 'bonjour' });
  return { row, token: body.token };
}

const me = (visitor: Visitor, headers = {}) => server.call(visitor, 'GET', '/auth/me', undefined, headers);
const unattended = { 'x-unattended': '1' };

it.each(['superAdmin', 'supervisor', 'agent'] as const)(
  'a session of a %s ends after 30 minutes without activity',
  async (type) => {
    const visitor = await signIn(type);
    server.clock.advance(20 * MINUTE);
    expect((await me(visitor)).status).toBe(200);
    server.clock.advance(30 * MINUTE - 1);
    expect((await me(visitor, unattended)).status).toBe(200);
    server.clock.advance(1);
    expect(await me(visitor)).toMatchObject(IDLE);
    expect((await server.call(visitor, 'POST', '/notifications/read-all')).body.code).toBe('SESSION_IDLE');
  },
);

it.each(['superAdmin', 'supervisor', 'agent'] as const)(
  'a session of a %s ends after 12 hours, whatever the activity',
  async (type) => {
    const visitor = await signIn(type);
    for (let n = 0; n < 35; n += 1) {
      server.clock.advance(20 * MINUTE);
      expect((await me(visitor)).status).toBe(200);
    }
    server.clock.advance(20 * MINUTE - 1);
    expect((await me(visitor)).status).toBe(200);
    server.clock.advance(1);
    expect((await me(visitor)).body.code).toBe('UNAUTHENTICATED');
  },
);

it('pages that refresh themselves do not keep a session open', async () => {
  const visitor = await signIn('supervisor');
  for (let n = 0; n < 29; n += 1) {
    server.clock.advance(MINUTE);
    expect((await me(visitor, unattended)).status).toBe(200);
  }
  server.clock.advance(MINUTE);
  expect(await me(visitor, unattended)).toMatchObject(IDLE);
});

it.each(['deliveryPerson', 'pharmacy', 'partnerDoctor', 'customer'] as const)(
  'a session of a %s lasts 30 days without activity',
  async (type) => {
    const visitor = await signIn(type);
    server.clock.advance(30 * DAY - 1);
    expect((await me(visitor)).status).toBe(200);
    server.clock.advance(1);
    expect((await me(visitor)).body.code).toBe('UNAUTHENTICATED');
  },
);

it.each([
  ['agent', 1],
  ['customer', 10],
] as const)('notes when a session of a %s was last seen, to %i minutes', async (type, minutes) => {
  const visitor = await signIn(type);
  const seen = async () =>
    (
      await server.db
        .select()
        .from(sessions)
        .where(eq(sessions.tokenHash, tokenHash(visitor.token)))
    )[0]?.lastSeenAt;
  const signedInAt = server.clock.now();
  server.clock.advance(minutes * 60 - 1);
  await me(visitor);
  expect(await seen()).toEqual(signedInAt);
  server.clock.advance(10);
  await me(visitor);
  expect(await seen()).toEqual(server.clock.now());
});

it('notes activity right after a page refreshed itself', async () => {
  const visitor = await signIn('supervisor');
  server.clock.advance(30 * MINUTE - 2);
  await me(visitor, unattended);
  server.clock.advance(1);
  await me(visitor);
  server.clock.advance(29 * MINUTE);
  expect((await me(visitor)).status).toBe(200);
});

it('reads go on where activity cannot be noted, which is tried again after five seconds', async () => {
  const visitor = await signIn('supervisor');
  const warn = vi.spyOn(server.ctx.log, 'warn');
  await server.pool.query(`
    create function refuse_write() returns trigger language plpgsql as $$ begin raise exception 'no writes'; end $$;
    create trigger refuse_write before update on sessions execute function refuse_write()`);
  server.clock.advance(MINUTE);
  for (let n = 0; n < 3; n += 1) expect((await me(visitor)).status).toBe(200);
  expect(warn).toHaveBeenCalledTimes(1);
  server.clock.advance(5);
  expect((await me(visitor)).status).toBe(200);
  expect(warn).toHaveBeenCalledTimes(2);
  warn.mockRestore();
  await server.pool.query('drop function refuse_write cascade');
});

it('ends a session that was opened under longer settings', async () => {
  const row = await buildUser(server.db, { type: 'agent' });
  const visitor = await server.session(row);
  server.clock.advance(13 * HOUR);
  expect((await me(visitor)).status).toBe(401);
});
