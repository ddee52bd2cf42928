import { afterEach, beforeEach, expect, it } from 'vitest';
import { buildUser } from '../builders/user.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { hashPassword } from './passwords.ts';
import { solve, solveCaptcha } from './solve-captcha.fixture.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const OWN = '10.1.1.1';

let server: TestApp;
let phone: string;

beforeEach(async () => {
  server = await startTestApp({ settings: { codesPerHour: 10 } });
  const passwordHash = await hashPassword('oublié');
  phone = (await buildUser(server.db, { type: 'customer', passwordHash })).phone ?? '';
});
afterEach(() => server.close());

async function send(path: string, payload: object, remoteAddress: string) {
  const url = `/api/auth/${path}`;
  const response = await server.app.inject({ method: 'POST', url, payload, remoteAddress });
  return { status: response.statusCode, body: response.json(), wait: response.headers['retry-after'] };
}

/** As our pages do: solves a challenge before, and that of a refusal. */
async function request(from: string, more: { device?: string; request?: string; phone?: string } = {}) {
  const body = { phone, ...more };
  const first = await send('request-otp', { ...body, captcha: await solveCaptcha(server) }, from);
  if (first.body.challenge === undefined) return first;
  return send('request-otp', { ...body, captcha: await solve(first.body.challenge) }, from);
}

const verify = (code: string, asked: string | undefined, from = OWN) =>
  send('verify-otp', { phone, code, request: asked }, from);

/** The code of the latest message. */
async function latestCode(): Promise<string> {
  const message = (await server.messages()).find(({ to }) => to === phone);
  return /\b\d{6}\b/.exec(message?.text ?? '')?.[0] ?? '';
}

const stranger = (n: number) => `10.9.0.${n + 1}`;

it('a code is worth nothing without its request, and strangers do not use up its tries', async () => {
  const { body } = await request(OWN);
  const code = await latestCode();
  const theirs = (await request(stranger(0))).body.request;
  for (let n = 0; n < 12; n += 1) {
    for (const asked of [undefined, '', 'x'.repeat(43), theirs]) {
      expect((await verify(code === '000000' ? '000001' : '000000', asked, stranger(n))).status).toBe(400);
    }
  }
  for (const asked of [undefined, theirs]) {
    expect((await verify(code, asked, stranger(20))).body.code).toBe('WRONG_CODE');
  }
  expect((await verify(code, body.request)).status).toBe(200);
});

it('a neighbour behind the same address neither replaces a code nor uses up its verification', async () => {
  const { body } = await request(OWN);
  const code = await latestCode();
  server.clock.advance(MINUTE);
  await request(OWN);
  for (let n = 0; n < 45; n += 1) await verify('000000', undefined, OWN);
  const verified = await verify(code, body.request, OWN);
  expect(verified.status).toBe(200);
  const reset = { phone, resetToken: verified.body.resetToken, password: 'nouveau' };
  expect((await send('reset-password', reset, OWN)).status).toBe(200);
});

it('a reset invalidates the codes that others asked for', async () => {
  const theirs = (await request(stranger(0))).body.request;
  const their = await latestCode();
  const { body } = await request(OWN);
  const { resetToken } = (await verify(await latestCode(), body.request)).body;
  expect((await send('reset-password', { phone, resetToken, password: 'nouveau' }, OWN)).status).toBe(200);
  expect((await verify(their, theirs, stranger(0))).body.code).toBe('WRONG_CODE');
  expect((await server.pool.query('select from codes')).rowCount).toBe(0);
});

it('a stranger does not make the owner of a number wait', async () => {
  for (const pause of [0, MINUTE, MINUTE]) {
    server.clock.advance(pause);
    expect((await request(stranger(0))).status).toBe(200);
  }
  expect((await request(stranger(0))).status).toBe(429);
  expect((await request(OWN)).body).toMatchObject({ success: true, resendIn: 60 });
});

it('the work doubles with every five codes of a number', async () => {
  const level = async (from: string) => {
    const captcha = await solveCaptcha(server);
    const { status, body } = await send('request-otp', { phone, captcha }, from);
    return status === 200 ? 0 : body.challenge.parameters.data.level;
  };
  const levels: number[] = [];
  for (let n = 0; n < 20; n += 1) {
    if (n % 5 === 4) levels.push(await level(stranger(n)));
    if (n % 5 !== 4 || n > 4) await request(stranger(n));
  }
  expect(levels).toEqual([0, 1, 2, 3]);
});

it('all strangers together get twenty codes of a number a day, so a hundred guesses; known devices are not among them', async () => {
  const login = { identifier: phone, password: 'oublié' };
  const { device } = (await send('login', login, OWN)).body;
  const statuses = [];
  for (let n = 0; n < 25; n += 1) statuses.push((await request(stranger(n))).status);
  expect(statuses).toEqual([...Array(20).fill(200), ...Array(5).fill(429)]);
  expect(await request(OWN)).toMatchObject({ status: 429, wait: String(24 * HOUR) });
  // Delivered before, so that the own one is the latest.
  await server.messages();
  const own = await request(OWN, { device });
  expect(own.body).toMatchObject({ success: true, resendIn: 60 });
  expect((await request(OWN, { device })).status).toBe(429);
  const { resetToken } = (await verify(await latestCode(), own.body.request)).body;
  expect((await send('reset-password', { phone, resetToken, password: 'nouveau' }, OWN)).status).toBe(200);
  // For another number the device is not known.
  const other = (await buildUser(server.db, { type: 'customer' })).phone ?? '';
  for (let n = 0; n < 20; n += 1) await request(`10.8.0.${n}`, { phone: other });
  expect((await request(OWN, { phone: other, device })).status).toBe(429);
});

it('a known device is not stopped by those who share its address', async () => {
  const { device } = (await send('login', { identifier: phone, password: 'oublié' }, OWN)).body;
  for (let n = 0; n < 10; n += 1) {
    expect((await request(OWN, { phone: `+22901521000${10 + n}` })).status).toBe(200);
  }
  expect((await request(OWN)).status).toBe(429);
  expect((await request(OWN, { device })).status).toBe(200);
});

it('unknown numbers get the same answers as known ones', async () => {
  const unknown = '+2290152999999';
  for (const number of [phone, unknown]) {
    const answers = [];
    for (let n = 0; n < 21; n += 1) {
      const { status, body, wait } = await request(stranger(n), { phone: number });
      answers.push([status, Object.keys(body), wait]);
    }
    expect(answers[0]).toEqual([200, ['success', 'request', 'expiresIn', 'resendIn'], undefined]);
    expect(answers[20]).toEqual([429, ['success', 'code', 'message'], String(24 * HOUR)]);
    server.clock.advance(2 * HOUR);
  }
});
