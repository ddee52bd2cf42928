import { afterEach, beforeEach, expect, it } from 'vitest';
import { buildUser } from '../builders/user.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';
import { codeAt } from './code-at.fixture.ts';
import { subjectOf } from './limits.ts';
import { hashPassword } from './passwords.ts';
import { solveCaptcha } from './solve-captcha.fixture.ts';
import { sweepCodes } from './sweeps.ts';

const DAY = 24 * 3600;
const PASSWORD = 'bonjour';

let server: TestApp;
let phone: string;
let person: Visitor;

beforeEach(async () => {
  server = await startTestApp();
  person = await server.session(
    await buildUser(server.db, { type: 'customer', passwordHash: await hashPassword(PASSWORD) }),
  );
  phone = person.row.phone ?? '';
});
afterEach(() => server.close());

async function signIn(device?: string, password = PASSWORD) {
  const body = { identifier: phone, password, device };
  const { status, body: answer } = await server.call(null, 'POST', '/auth/login', body);
  return { status, device: answer.device as string, challenge: answer.challenge };
}

/** As if strangers had tried this account a moment ago, so that an unknown device has work to do. */
const strangersTry = () =>
  server.pool.query(
    `insert into tries (id, kind, subject, address, at)
     select gen_random_uuid(), 'login', $1, '10.8.0.' || n, $2 from generate_series(1, 10) n`,
    [subjectOf('login', phone), server.clock.now()],
  );

async function isKnown(device: string): Promise<boolean> {
  await strangersTry();
  return (await signIn(device)).status === 200;
}

it.each([
  [
    'its owner',
    () => server.call(person, 'POST', '/auth/password', { currentPassword: PASSWORD, password: PASSWORD }),
  ],
  [
    'a super administrator',
    async () => {
      const admin = await server.signIn('superAdmin');
      return server.call(admin, 'PUT', `/users/${person.row.id}`, { password: PASSWORD });
    },
  ],
] as const)('a password changed by %s makes the marks of all devices void', async (_, change) => {
  const { device } = await signIn();
  expect(await isKnown(device)).toBe(true);
  expect((await change()).status).toBeLessThan(300);
  expect(await isKnown(device)).toBe(false);
});

it('a device stays known for ninety days after its last sign-in', async () => {
  const { device } = await signIn();
  server.clock.advance(60 * DAY);
  expect((await signIn(device)).device).toBe(device);
  server.clock.advance(90 * DAY - 1);
  expect(await isKnown(device)).toBe(true);
  server.clock.advance(90 * DAY);
  expect(await isKnown(device)).toBe(false);
  await sweepCodes(server.ctx);
  expect((await server.pool.query('select from known_devices')).rowCount).toBe(0);
});

it('an account knows twenty devices; another one replaces the device seen longest ago', async () => {
  const devices: string[] = [];
  for (let n = 0; n < 20; n += 1) {
    devices.push((await signIn()).device);
    server.clock.advance(1);
  }
  const [first = '', second = ''] = devices;
  expect((await signIn(first)).device).toBe(first);
  server.clock.advance(1);
  await signIn();
  expect(await isKnown(first)).toBe(true);
  expect(await isKnown(second)).toBe(false);
});

it('all devices of an account together have twenty tries before each needs work', async () => {
  const devices = [];
  for (let n = 0; n < 4; n += 1) devices.push((await signIn()).device);
  const statuses = [];
  for (const device of devices)
    for (let n = 0; n < 6; n += 1) statuses.push((await signIn(device, 'mauvais')).status);
  expect(statuses).toEqual([...Array(20).fill(401), ...Array(4).fill(429)]);
  expect((await signIn(devices[0])).challenge).toBeDefined();
});

it('all devices of an account together ask for twenty codes a day', async () => {
  const devices = [];
  for (let n = 0; n < 5; n += 1) devices.push((await signIn()).device);
  const statuses = [];
  for (const device of devices)
    for (let n = 0; n < 5; n += 1) {
      const captcha = await solveCaptcha(server);
      statuses.push(
        (await server.call(null, 'POST', '/auth/request-otp', { phone, captcha, device })).status,
      );
      server.clock.advance(600);
    }
  expect(statuses).toEqual([...Array(20).fill(200), ...Array(5).fill(429)]);
});

it('all devices of an account together have twenty second codes an hour', async () => {
  const row = await buildUser(server.db, { type: 'supervisor', passwordHash: await hashPassword(PASSWORD) });
  const enter = async (more: object) =>
    server.call(null, 'POST', '/auth/admin-login', { email: row.email, password: PASSWORD, ...more });
  const devices = [];
  for (let n = 0; n < 3; n += 1) devices.push((await enter({})).body.device);
  const worker = await server.session(row);
  const proof = { currentPassword: PASSWORD };
  const { secret } = (await server.call(worker, 'POST', '/auth/second-factor', proof)).body;
  const code = codeAt(secret, server.clock.now());
  expect((await server.call(worker, 'PUT', '/auth/second-factor', { code })).status).toBe(200);
  const statuses = [];
  for (const device of devices)
    for (let n = 0; n < 8; n += 1) {
      statuses.push((await enter({ device, code: '000000' })).status);
      // Tries to sign in are counted in a shorter window.
      if (n === 3) server.clock.advance(15 * 60);
    }
  expect(statuses).toEqual([...Array(20).fill(422), ...Array(4).fill(429)]);
});
