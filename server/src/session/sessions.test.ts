import { count, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { buildUser } from '../builders/user.ts';
import { sessions } from '../database/schema/sessions.ts';
import { type UserRow, users } from '../database/schema/users.ts';
import { buildApp } from '../http/app.ts';
import { startLive } from '../live/start-live.ts';
import { connectTo, type LiveTest, startLiveTest, WAIT } from '../testing/live.ts';
import { quickHash } from '../testing/quick-hash.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';
import { rememberSessions } from './authenticate.ts';
import { deviceOf } from './own.ts';
import { sweepSessions } from './sweeps.ts';
import { tokenHash } from './tokens.ts';

let server: TestApp;
let live: LiveTest;
let passwordHash: string;

beforeAll(async () => {
  server = await startTestApp();
  live = await startLiveTest(server);
  passwordHash = await quickHash('bonjour');
});
afterAll(async () => {
  await live.live.close();
  await server.close();
});

const me = async (visitor: Visitor) => (await server.call(visitor, 'GET', '/auth/me')).status;
/** Signs in with the password « bonjour ». */
async function signIn(row: UserRow, headers = {}): Promise<Visitor> {
  const [path, identifier] =
    row.type === 'customer' ? ['/auth/login', row.phone] : ['/auth/admin-login', row.email];
  const body = { identifier, password: 'bonjour' };
  return { row, token: (await server.call(null, 'POST', path, body, headers)).body.token };
}

const ANDROID =
  'Mozilla/5.0 (Linux; Android 13; TECNO KI5) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.0.0 Mobile Safari/537.36';
const EXPIRED = {
  success: false,
  code: 'UNAUTHENTICATED',
  message: 'Session expirée, veuillez vous reconnecter',
};

const withHeader = (authorization?: string) =>
  server.call(null, 'GET', '/auth/me', undefined, authorization === undefined ? {} : { authorization });

describe('a session', () => {
  it('identifies the caller with the current data of the database', async () => {
    const visitor = await server.signIn('agent');
    await server.db.update(users).set({ name: 'Nouveau nom' }).where(eq(users.id, visitor.row.id));
    const { status, body } = await server.call(visitor, 'GET', '/auth/me');
    expect({ status, user: body.user }).toMatchObject({
      status: 200,
      user: { _id: visitor.row.id, name: 'Nouveau nom', type: 'agent' },
    });
    expect(JSON.stringify(body)).not.toMatch(/hash|argon2|token/i);
  });

  it('ends at sign-out: its token is invalid at once, the other device’s is not', async () => {
    const phone = await server.signIn('customer');
    const laptop = await server.session(phone.row);
    expect(await server.call(phone, 'POST', '/auth/logout')).toMatchObject({ status: 204, body: null });
    expect(await server.call(phone, 'POST', '/auth/logout')).toMatchObject({ status: 401, body: EXPIRED });
    expect([await me(phone), await me(laptop)]).toEqual([401, 200]);
  });

  it('returns 401 for a missing, malformed or unknown token', async () => {
    const { token } = await server.signIn('customer');
    for (const header of [
      undefined,
      '',
      'Bearer',
      'Bearer court',
      token,
      `Basic ${token}`,
      `Bearer ${token}x`,
      `Bearer ${token.slice(1)}`,
      `Bearer ${token} ${token}`,
      `Bearer ${'x'.repeat(5_000)}`,
      `Bearer ${token.slice(0, -1)}'`,
    ]) {
      expect(await withHeader(header), header).toMatchObject({ status: 401, body: EXPIRED });
    }
  });

  it('is swept once it has expired, not before', async () => {
    await server.db.delete(sessions);
    const early = await server.signIn('customer');
    server.clock.advance(12 * 3600);
    const late = await server.session(early.row);
    server.clock.advance(12 * 3600);
    expect(await sweepSessions(server.ctx)).toBe(1);
    expect(await server.db.select({ n: count() }).from(sessions)).toEqual([{ n: 1 }]);
    expect(await me(late)).toBe(200);
  });
});

describe('the own sessions', () => {
  const list = async (visitor: Visitor) =>
    (await server.call(visitor, 'GET', '/auth/sessions')).body.sessions;
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
    const row = await buildUser(server.db, { type: 'agent', passwordHash });
    const first = await signIn(row, { 'user-agent': ANDROID });
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
    const other = await server.session(visitor.row);
    // Remembered by the server (decision 27).
    expect(await me(lost)).toBe(200);
    expect(await end(visitor, await idOf(lost))).toBe(204);
    expect([await me(lost), await me(other), await me(visitor)]).toEqual([401, 200, 200]);
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
});

const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.0.0';
it.each([
  [ANDROID, 'Chrome sur Android'],
  [
    'Mozilla/5.0 (Linux; Android 12; SM-A125F) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/23.0 Chrome/115.0.0.0 Mobile Safari/537.36',
    'Samsung Internet sur Android',
  ],
  ['Opera/9.80 (Android; Opera Mini/66.2/191.256; U; fr) Presto/2.12.423', 'Opera Mini sur Android'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Mobile/15E148 Safari/604.1',
    'Safari sur iPhone',
  ],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36 Edg/124.0.0.0`, 'Edge sur Windows'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:125.0) Gecko/20100101 Firefox/125.0', 'Firefox sur Linux'],
  ['curl/8.5.0', null],
  [undefined, null],
])('names the device of %s', (agent, device) => {
  expect(deviceOf(agent)).toBe(device);
});

describe('the limit of sessions', () => {
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

  const countOf = async ({ row }: Visitor) =>
    (await server.db.select().from(sessions).where(eq(sessions.userId, row.id))).length;

  it('ends the oldest of twenty sessions when another begins, with its live connection', async () => {
    const [oldest, next, ...others] = await personWith(20);
    const closing = await connectTo(live.url, oldest!.token);
    const staying = await connectTo(live.url, next!.token);
    const last = await signIn(oldest!.row);
    expect(await me(oldest!)).toBe(401);
    expect(await Promise.all([next!, ...others, last].map(me))).toEqual(Array(20).fill(200));
    await vi.waitFor(() => expect(closing.socket.connected).toBe(false), WAIT);
    expect(staying.socket.connected).toBe(true);
  });

  it('keeps twenty when several begin at once, all of the new ones among them', async () => {
    const [first] = await personWith(19);
    const begun = await Promise.all(Array.from({ length: 6 }, () => signIn(first!.row)));
    expect(await countOf(first!)).toBe(20);
    expect(await Promise.all(begun.map(me))).toEqual(Array(6).fill(200));
  });

  it('keeps the new session when the clock was set back', async () => {
    const [first] = await personWith(20);
    server.clock.advance(-3600);
    expect(await me(await signIn(first!.row))).toBe(200);
    server.clock.advance(3600);
  });

  it('ends no session of another person', async () => {
    const [other] = await personWith(1);
    const [first] = await personWith(20);
    await signIn(first!.row);
    expect(await me(other!)).toBe(200);
  });
});

describe('a remembered session', () => {
  let admin: Visitor;

  beforeAll(async () => {
    admin = await server.signIn('superAdmin');
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
      const oldest = await remembered('customer', { passwordHash });
      for (let n = 0; n < 19; n += 1) {
        server.clock.advance(0.1);
        await server.session(oldest.row);
      }
      expect(await me(await signIn(oldest.row))).toBe(200);
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
});

describe('the duration of a session', () => {
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
    passwordHash = await quickHash('bonjour');
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
    ['agent', 1, {}],
    ['agent', 1, unattended],
    ['customer', 10, {}],
    ['customer', 10, unattended],
  ] as const)(
    'notes when a session of a %s was last used, to %i minutes, %o too',
    async (type, minutes, headers) => {
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
      await me(visitor, headers);
      expect(await seen()).toEqual(signedInAt);
      server.clock.advance(10);
      await me(visitor, headers);
      expect(await seen()).toEqual(server.clock.now());
    },
  );

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
});
