import { createHook } from 'node:async_hooks';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { buildUser } from '../../builders/user.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { hashPassword, verifyPassword } from '../passwords.ts';

const TOO_MANY = {
  success: false,
  code: 'TOO_MANY_TRIES',
  message: 'Trop de tentatives. Veuillez réessayer dans quelques minutes.',
};

let server: TestApp;
let phone: string;

beforeEach(async () => {
  server = await startTestApp({ settings: { signInsPerMinute: 3, addressLimit: 100_000 } });
  const row = await buildUser(server.db, { type: 'customer', passwordHash: await hashPassword('bonjour') });
  phone = row.phone ?? '';
});
afterEach(() => server.close());

async function signIn(password: string, identifier = phone) {
  const { status, body, headers } = await server.call(null, 'POST', '/auth/login', { identifier, password });
  return { status, body, wait: headers['retry-after'] };
}

const together = <T>(count: number, act: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => act(index)));

const statusesOf = (responses: readonly { status: number }[]) => responses.map(({ status }) => status).sort();

it('limits the successful sign-ins of an account in a minute; its sessions go on', async () => {
  const { body } = await signIn('bonjour');
  server.clock.advance(20);
  await signIn('bonjour');
  await signIn('bonjour');
  expect(await signIn('bonjour')).toEqual({ status: 429, body: TOO_MANY, wait: '40' });
  const headers = { authorization: `Bearer ${body.token}` };
  expect((await server.call(null, 'GET', '/auth/me', undefined, headers)).status).toBe(200);
  server.clock.advance(40);
  expect((await signIn('bonjour')).status).toBe(200);
});

it('does not count wrong passwords, so that a stranger cannot cause this limit', async () => {
  for (let n = 0; n < 5; n += 1) expect((await signIn('mauvais')).status).toBe(401);
  expect((await signIn('bonjour')).status).toBe(200);
});

it('admits three of eight concurrent sign-ins, and counts the refused ones as neither right nor wrong', async () => {
  expect(statusesOf(await together(8, () => signIn('bonjour')))).toEqual([
    ...Array(3).fill(200),
    ...Array(5).fill(429),
  ]);
  server.clock.advance(60);
  // With ten wrong attempts left, eleven would be refused.
  for (let n = 0; n < 9; n += 1) expect((await signIn('mauvais')).status).toBe(401);
  expect((await signIn('bonjour')).status).toBe(200);
});

it('hashes one password at a time', async () => {
  const started: string[] = [];
  // Of all asynchronous resources only argon2's work in the thread pool has no type.
  const hook = createHook({
    init: (_id, type) => void (type === 'undefined' && started.push(type)),
  }).enable();
  const first = verifyPassword(null, 'a');
  const others = together(4, () => verifyPassword(null, 'b'));
  await first;
  expect(started.length).toBeLessThanOrEqual(2);
  await others;
  hook.disable();
  expect(started).toHaveLength(5);
});

it('refuses the people beyond the forty that wait for a hash, without counting their attempt', async () => {
  const statuses = statusesOf(await together(60, (n) => signIn('mauvais', `019800${1000 + n}`)));
  expect(statuses).toEqual([...Array(40).fill(401), ...Array(20).fill(429)]);
  const { rows } = await server.pool.query(`select count(*)::int as n from tries where kind = 'login'`);
  expect(rows).toEqual([{ n: 40 }]);
  expect((await signIn('bonjour')).status).toBe(200);
});

it.each([
  ['/auth/register', { name: 'Afi', phone: '96000001', password: 'bonjour' }],
  [
    '/users/register-partner',
    {
      name: 'Dr Awa',
      phone: '96000002',
      email: 'awa@exemple.bj',
      address: 'Cotonou',
      password: 'bonjour',
      type: 'partnerDoctor',
      titrePartenaire: 'sage femme',
    },
  ],
])('refuses %s while forty wait, and serves it afterwards', async (path, body) => {
  const waiting = together(40, (n) => signIn('mauvais', `019800${1000 + n}`));
  expect(await server.call(null, 'POST', path, body)).toMatchObject({ status: 429, body: TOO_MANY });
  await waiting;
  expect((await server.call(null, 'POST', path, body)).status).toBe(201);
});
