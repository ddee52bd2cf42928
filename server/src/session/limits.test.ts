import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildUser } from '../builders/user.ts';
import { attempts } from '../database/schema/sessions.ts';
import { users } from '../database/schema/users.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { hashPassword } from './passwords.ts';
import { solve } from './solve-captcha.fixture.ts';
import { sweepAttempts } from './sweeps.ts';

const TOO_MANY = {
  success: false,
  code: 'TOO_MANY_TRIES',
  message: 'Trop de tentatives. Veuillez réessayer dans quelques minutes.',
};
const MINUTE = 60;

let server: TestApp;
let phone: string;

beforeEach(async () => {
  server = await startTestApp({
    settings: {
      addressLimit: 3,
      searchesPerMinute: 1,
      paymentsPerMinute: 1_000,
      uploadsPerMinute: 100_000,
      insuranceStrict: false,
      emergencyNumber: '112',
      contactPhone: '+2290197000000',
    },
  });
  const row = await buildUser(server.db, { type: 'customer', passwordHash: await hashPassword('bonjour') });
  phone = row.phone ?? '';
});
afterEach(() => server.close());

const tryLogin = (identifier: string, password: string, remoteAddress = '127.0.0.1') =>
  send('/api/auth/login', { identifier, password }, remoteAddress);

async function send(url: string, payload: object, remoteAddress: string) {
  const response = await server.app.inject({ method: 'POST', url, payload, remoteAddress });
  return { status: response.statusCode, body: response.json(), wait: response.headers['retry-after'] };
}

const levelOf = ({ body }: { body: { challenge?: { parameters: { data: { level: number } } } } }) =>
  body.challenge?.parameters.data.level;

/** As if so many other accounts had been tried from here. */
const strangersTry = (others: number) =>
  server.pool.query(
    `insert into tries (id, kind, subject, address, at)
     select gen_random_uuid(), 'login', 'stranger ' || n, '127.0.0.1', $1 from generate_series(1, $2::int) n`,
    [server.clock.now(), others],
  );

async function times<T>(n: number, act: (index: number) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  for (let index = 0; index < n; index += 1) results.push(await act(index));
  return results;
}

describe('wrong attempts for an account (rule 22)', () => {
  it('are limited to ten in 15 minutes; then even the right password returns 429 with the time to wait, unless work is done', async () => {
    const first = await tryLogin(phone, 'mauvais');
    server.clock.advance(5 * MINUTE);
    const rest = await times(9, () => tryLogin(phone, 'mauvais'));
    expect([first, ...rest].map(({ status }) => status)).toEqual(Array(10).fill(401));
    const refused = await tryLogin(phone, 'bonjour');
    expect(refused).toMatchObject({ status: 429, body: TOO_MANY, wait: String(10 * MINUTE) });
    expect(refused.body.challenge).toBeDefined();
    server.clock.advance(10 * MINUTE - 1);
    expect(await tryLogin(phone, 'bonjour')).toMatchObject({ status: 429, wait: '1' });
    server.clock.advance(1);
    expect((await tryLogin(phone, 'bonjour')).status).toBe(200);
  });

  it('are counted across addresses and notations', async () => {
    const local = phone.slice(-8);
    const responses = await times(11, (n) =>
      tryLogin([local, `01${local}`, `+229${local}`][n % 3] ?? '', 'mauvais', `10.0.0.${n}`),
    );
    expect(responses.map(({ status }) => status)).toEqual([...Array(10).fill(401), 429]);
  });

  it('are counted for an unknown account, with the same responses', async () => {
    const responses = await times(11, () => tryLogin('0198989898', 'mauvais'));
    expect(responses.map(({ status }) => status)).toEqual([...Array(10).fill(401), 429]);
    expect(responses[10]?.body).toMatchObject(TOO_MANY);
    expect(responses[10]?.body.challenge).toBeDefined();
  });

  it('are reset by a success, for this account only', async () => {
    await times(9, () => tryLogin(phone, 'mauvais'));
    await times(9, () => tryLogin('0198989898', 'mauvais'));
    expect((await tryLogin(phone, 'bonjour')).status).toBe(200);
    expect((await times(10, () => tryLogin(phone, 'mauvais'))).every(({ status }) => status === 401)).toBe(
      true,
    );
    expect((await tryLogin(phone, 'mauvais')).status).toBe(429);
    expect((await tryLogin('0198989898', 'mauvais')).status).toBe(401);
    expect((await tryLogin('0198989898', 'mauvais')).status).toBe(429);
  });

  it('are limited to ten of twenty concurrent requests', async () => {
    const responses = await Promise.all(Array.from({ length: 20 }, () => tryLogin(phone, 'mauvais')));
    expect(responses.map(({ status }) => status).sort()).toEqual([
      ...Array(10).fill(401),
      ...Array(10).fill(429),
    ]);
  });

  it('are counted for professionals too', async () => {
    const responses = await times(11, () =>
      send('/api/auth/admin-login', { email: 'nul@exemple.bj', password: 'mauvais' }, '127.0.0.1'),
    );
    expect(responses.map(({ status }) => status)).toEqual([...Array(10).fill(401), 429]);
  });

  it('are stored without personal data', async () => {
    await tryLogin(phone, 'mauvais');
    const [row] = await server.db.select().from(attempts);
    expect(row?.subject).toMatch(/^[0-9a-f]{64}$/);
    expect(JSON.stringify(row)).not.toContain(phone.slice(-8));
  });
});

describe('attempts from a network address (rule 22)', () => {
  it('need work from the fourth distinct account in 15 minutes on; accounts already counted can continue', async () => {
    await times(3, (n) => tryLogin(`0198000${100 + n}`, 'mauvais'));
    server.clock.advance(MINUTE);
    const refused = await tryLogin(phone, 'bonjour');
    expect(refused).toMatchObject({ status: 429, body: TOO_MANY, wait: String(14 * MINUTE) });
    expect(levelOf(refused)).toBe(0);
    const captcha = await solve(refused.body.challenge);
    const login = { identifier: phone, password: 'bonjour', captcha };
    expect((await send('/api/auth/login', login, '127.0.0.1')).status).toBe(200);
    expect((await tryLogin('0198000101', 'mauvais')).status).toBe(401);
    expect((await tryLogin(phone, 'bonjour', '10.0.0.2')).status).toBe(200);
    server.clock.advance(14 * MINUTE);
    expect((await tryLogin(phone, 'bonjour')).status).toBe(200);
  });

  it('do not count successes: thousands of users share a carrier’s address', async () => {
    const { passwordHash } = (await server.db.select().from(users).where(eq(users.phone, phone)))[0] ?? {};
    const people = await times(5, () =>
      buildUser(server.db, { type: 'customer', passwordHash: passwordHash ?? '' }),
    );
    for (const person of people) expect((await tryLogin(person.phone ?? '', 'bonjour')).status).toBe(200);
  });

  it('count an IPv6 /64 network as one address', async () => {
    await times(3, (n) => tryLogin(`0198000${100 + n}`, 'mauvais', `2001:db8:1:2::${n + 1}`));
    expect((await tryLogin(phone, 'bonjour', '2001:db8:1:2:ffff::9')).status).toBe(429);
    expect((await tryLogin(phone, 'bonjour', '2001:db8:1:3::1')).status).toBe(200);
  });

  it('need more work at three and six times the limit, and are refused at ten times only', async () => {
    for (const [others, level] of [
      [8, 0],
      [9, 1],
      [18, 2],
      [29, 2],
    ] as const) {
      await strangersTry(others);
      expect(levelOf(await tryLogin(phone, 'bonjour')), String(others)).toBe(level);
    }
    await strangersTry(30);
    expect(await tryLogin(phone, 'bonjour')).toEqual({
      status: 429,
      body: TOO_MANY,
      wait: String(15 * MINUTE),
    });
    expect((await tryLogin(phone, 'bonjour', '10.0.0.2')).status).toBe(200);
  });

  it('need work for registrations in an hour; the same account again does not count', async () => {
    const register = (number: string, from = '127.0.0.1', captcha?: string) =>
      send('/api/auth/register', { name: 'Afi', phone: number, password: 'bonjour', captcha }, from);
    const responses = await times(5, (n) => register(n === 1 ? '96000000' : `9600000${n}`));
    expect(responses.map(({ status }) => status)).toEqual([201, 409, 201, 201, 429]);
    expect(responses[4]).toMatchObject({ status: 429, body: TOO_MANY, wait: String(60 * MINUTE) });
    const captcha = await solve(responses[4]?.body.challenge);
    expect((await register('96000004', undefined, captcha)).status).toBe(201);
    expect((await register('96000006', undefined, captcha)).status).toBe(429);
    expect((await register('96000007', '10.0.0.2')).status).toBe(201);
    expect((await tryLogin(phone, 'bonjour')).status).toBe(200);
    server.clock.advance(60 * MINUTE);
    expect((await register('96000005')).status).toBe(201);
  });
});

it('applies the limit to concurrent requests from one address', async () => {
  const responses = await Promise.all(
    Array.from({ length: 12 }, (_, n) =>
      send('/api/auth/register', { name: 'Afi', phone: `960000${10 + n}`, password: 'bonjour' }, '127.0.0.1'),
    ),
  );
  expect(responses.map(({ status }) => status).sort()).toEqual([
    ...Array(3).fill(201),
    ...Array(9).fill(429),
  ]);
});

it('sweeps attempts older than a day', async () => {
  await tryLogin(phone, 'mauvais');
  server.clock.advance(12 * 60 * MINUTE);
  await tryLogin('0198989898', 'mauvais');
  server.clock.advance(12 * 60 * MINUTE + 1);
  expect(await sweepAttempts(server.ctx)).toBe(1);
  expect(await server.db.select().from(attempts)).toHaveLength(1);
});

it('does not count attempts dated in the future, after a clock was set back', async () => {
  await times(10, () => tryLogin(phone, 'mauvais'));
  await times(3, (n) => tryLogin(`0198000${100 + n}`, 'mauvais'));
  expect((await tryLogin(phone, 'bonjour')).status).toBe(429);
  server.clock.advance(-30 * 24 * 60 * MINUTE);
  expect((await tryLogin(phone, 'bonjour')).status).toBe(200);
});
