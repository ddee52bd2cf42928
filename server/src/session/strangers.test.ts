import { afterEach, beforeEach, expect, it } from 'vitest';
import { buildUser } from '../builders/user.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { codeAt } from './code-at.fixture.ts';
import { subjectOf } from './limits.ts';
import { hashPassword } from './passwords.ts';
import { solve, solveCaptcha } from './solve-captcha.fixture.ts';

const MINUTE = 60;
const PASSWORD = 'bonjour';

let server: TestApp;
let phone: string;
let email: string;

beforeEach(async () => {
  server = await startTestApp();
  const passwordHash = await hashPassword(PASSWORD);
  phone = (await buildUser(server.db, { type: 'customer', passwordHash })).phone ?? '';
  email = (await buildUser(server.db, { type: 'supervisor', passwordHash })).email ?? '';
});
afterEach(() => server.close());

interface Try {
  readonly identifier?: string;
  readonly password?: string;
  readonly captcha?: string;
  readonly device?: string;
  readonly code?: string;
}

async function tryFrom(
  remoteAddress: string,
  { identifier = phone, password = 'mauvais', ...more }: Try = {},
) {
  const url = identifier.includes('@') ? '/api/auth/admin-login' : '/api/auth/login';
  const payload = { identifier, password, ...more };
  const response = await server.app.inject({ method: 'POST', url, payload, remoteAddress });
  return { status: response.statusCode, body: response.json(), wait: response.headers['retry-after'] };
}

/** As our pages do: solves the challenge of a refusal, and tries again once. */
async function tryWithWork(remoteAddress: string, tried: Try = {}) {
  const first = await tryFrom(remoteAddress, tried);
  if (first.body.challenge === undefined) return first;
  return tryFrom(remoteAddress, { ...tried, captcha: await solve(first.body.challenge) });
}

const stranger = (n: number) => `10.9.${Math.floor(n / 40)}.1`;
const levelOf = ({ body }: { body: { challenge?: { parameters: { data: { level: number } } } } }) =>
  body.challenge?.parameters.data.level;

/** As if strangers had tried to sign in, from many addresses. */
const strangersTry = (times: number) =>
  server.pool.query(
    `insert into tries (id, kind, subject, address, at)
     select gen_random_uuid(), 'login', $1, '10.8.' || n / 200 || '.' || n % 200, $2 from generate_series(1, $3::int) n`,
    [subjectOf('login', phone), server.clock.now(), times],
  );

it('thousands of wrong tries of strangers do not keep out a person who does the work', async () => {
  for (let n = 0; n < 30; n += 1) expect((await tryWithWork(stranger(n))).status).toBe(401);
  await strangersTry(5_000);
  expect((await tryFrom('10.1.1.1', { password: PASSWORD })).status).toBe(429);
  expect((await tryWithWork('10.1.1.1', { password: PASSWORD })).status).toBe(200);
  // The success resets the count.
  expect((await tryFrom('10.1.1.2', { password: PASSWORD })).status).toBe(200);
});

it('the eleventh wrong try needs work, and from one place the forty-first is refused for good', async () => {
  const statuses = [];
  for (let n = 0; n < 41; n += 1) statuses.push((await tryWithWork('10.9.9.9')).status);
  expect(statuses).toEqual([...Array(40).fill(401), 429]);
  const refused = await tryFrom('10.9.9.9', { password: PASSWORD, captcha: await solveCaptcha(server) });
  expect(refused).toEqual({
    status: 429,
    wait: String(15 * MINUTE),
    body: {
      success: false,
      code: 'TOO_MANY_TRIES',
      message: 'Trop de tentatives. Veuillez réessayer dans quelques minutes.',
    },
  });
  server.clock.advance(15 * MINUTE);
  expect((await tryFrom('10.9.9.9', { password: PASSWORD })).status).toBe(200);
});

it('the work doubles with every ten tries of one place, and at most twice for the account', async () => {
  const levels = [];
  for (let n = 0; n < 40; n += 1) {
    if (n % 10 === 0) levels.push(levelOf(await tryFrom('10.9.9.9')));
    if (n === 0) continue;
    await tryWithWork('10.9.9.9');
  }
  expect(levels).toEqual([undefined, 1, 2, 3]);
  expect(levelOf(await tryFrom('10.1.1.1'))).toBe(0);
  await strangersTry(100);
  expect(levelOf(await tryFrom('10.1.1.1'))).toBe(1);
  await strangersTry(5_000);
  expect(levelOf(await tryFrom('10.1.1.1'))).toBe(2);
});

it('a proof is taken once, for its account and of enough work', async () => {
  for (let n = 0; n < 10; n += 1) await tryFrom(stranger(n));
  const { body } = await tryFrom('10.9.9.9');
  const captcha = await solve(body.challenge);
  for (let n = 0; n < 10; n += 1) await tryFrom(stranger(n), { identifier: '0198989898' });
  const elsewhere = await tryFrom('10.9.9.9', { identifier: '0198989898', captcha });
  expect([elsewhere.status, levelOf(elsewhere)]).toEqual([429, 0]);
  expect((await tryFrom('10.9.9.9', { captcha })).status).toBe(401);
  expect((await tryFrom('10.9.9.9', { captcha })).body.code).toBe('CAPTCHA_FAILED');
  // One of GET /auth/captcha serves too, until more work is needed.
  expect((await tryFrom('10.9.9.9', { captcha: await solveCaptcha(server) })).status).toBe(401);
  for (let n = 0; n < 8; n += 1) await tryWithWork('10.9.9.9');
  const short = await tryFrom('10.9.9.9', { captcha: await solveCaptcha(server) });
  expect([short.status, levelOf(short)]).toEqual([429, 1]);
  expect((await tryFrom('10.9.9.9', { captcha: 'x' })).body.code).toBe('CAPTCHA_FAILED');
});

it('of twenty concurrent wrong tries ten pass without work', async () => {
  const responses = await Promise.all(Array.from({ length: 20 }, (_, n) => tryFrom(stranger(n * 40))));
  expect(responses.filter(({ status }) => status === 401)).toHaveLength(10);
  expect(responses.filter(({ body }) => body.challenge !== undefined)).toHaveLength(10);
});

it('unknown and known accounts, right and wrong passwords get the same refusals', async () => {
  for (const identifier of ['0198989898', 'nul@exemple.bj', email]) {
    for (let n = 0; n < 10; n += 1) await tryFrom(stranger(n), { identifier });
    const wrong = await tryFrom('10.9.9.9', { identifier });
    const right = await tryFrom('10.9.9.9', { identifier, password: PASSWORD });
    for (const { body, ...rest } of [wrong, right]) {
      expect(rest).toEqual({ status: 429, wait: String(15 * MINUTE) });
      expect(Object.keys(body)).toEqual(['success', 'code', 'message', 'challenge']);
      expect(body.challenge.parameters.data).toMatchObject({
        level: 0,
        for: expect.stringMatching(/^[0-9a-f]{64}$/),
      });
    }
  }
});

it('a device that has signed in before is counted apart, even behind the address of strangers', async () => {
  const { body } = await tryFrom('10.9.9.9', { password: PASSWORD });
  const { device } = body;
  // A neighbour behind the same address of a carrier uses up its tries.
  for (let n = 0; n < 41; n += 1) await tryWithWork('10.9.9.9');
  expect((await tryWithWork('10.9.9.9', { password: PASSWORD })).status).toBe(429);
  const back = await tryFrom('10.9.9.9', { password: PASSWORD, device });
  expect([back.status, back.body.device]).toEqual([200, device]);
});

it('a known device has its own ten tries; its mark is worth nothing for another account or when changed', async () => {
  const { device } = (await tryFrom('10.1.1.1', { password: PASSWORD })).body;
  for (let n = 0; n < 10; n += 1) await tryFrom(stranger(n));
  for (let n = 0; n < 10; n += 1) expect((await tryFrom('10.1.1.1', { device })).status).toBe(401);
  expect(levelOf(await tryFrom('10.1.1.1', { device }))).toBe(1);
  for (let n = 0; n < 10; n += 1) await tryFrom(stranger(n), { identifier: '0198989898' });
  expect((await tryFrom('10.1.1.1', { identifier: '0198989898', device })).status).toBe(429);
  for (const forged of [`x${device}`, `${device}x`, 'x.y.z', '', '...', 'a'.repeat(300)]) {
    expect((await tryFrom('10.1.1.2', { device: forged })).status, forged).toBe(429);
  }
});

it('strangers at the sign-in page do not keep a person from changing their password', async () => {
  const { body } = await tryFrom('10.1.1.1', { password: PASSWORD });
  for (let n = 0; n < 30; n += 1) await tryWithWork(stranger(n));
  const headers = { authorization: `Bearer ${body.token}` };
  const change = { currentPassword: PASSWORD, password: 'nouveau' };
  expect((await server.call(null, 'POST', '/auth/password', change, headers)).status).toBe(204);
});

it('a thief of the password does not use up the second codes of a known device', async () => {
  const row = await buildUser(server.db, { type: 'supervisor', passwordHash: await hashPassword(PASSWORD) });
  const identifier = row.email ?? '';
  const { device, token } = (await tryFrom('10.1.1.1', { identifier, password: PASSWORD })).body;
  const headers = { authorization: `Bearer ${token}` };
  const proof = { currentPassword: PASSWORD };
  const { secret } = (await server.call(null, 'POST', '/auth/second-factor', proof, headers)).body;
  const first = codeAt(secret, server.clock.now());
  await server.call(null, 'PUT', '/auth/second-factor', { code: first }, headers);
  server.clock.advance(MINUTE);
  for (let n = 0; n < 11; n += 1)
    await tryWithWork(stranger(n * 40), { identifier, password: PASSWORD, code: '000000' });
  const code = codeAt(secret, server.clock.now());
  const right = { identifier, password: PASSWORD, code };
  expect((await tryWithWork('10.1.1.2', right)).status).toBe(429);
  expect((await tryFrom('10.1.1.1', { ...right, device })).status).toBe(200);
});
