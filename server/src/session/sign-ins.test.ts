import { createHook } from 'node:async_hooks';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { buildUser } from '../builders/user.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { subjectOf } from './limits.ts';
import { type Asker, admitHashing, hashPassword, verifyPassword, visitorOf } from './passwords.ts';

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

async function signIn(
  password: string,
  identifier = phone,
  { remoteAddress = '127.0.0.1', device }: { remoteAddress?: string; device?: string } = {},
) {
  const payload = { identifier, password, ...(device !== undefined && { device }) };
  const response = await server.app.inject({
    method: 'POST',
    url: '/api/auth/login',
    payload,
    remoteAddress,
  });
  return { status: response.statusCode, body: response.json(), wait: response.headers['retry-after'] };
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

/** Keeps places of the queue until `release` is called. */
function occupy(askers: readonly Asker[]) {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const done = Promise.all(
    askers.map((asker) =>
      admitHashing(
        asker,
        () => held,
        () => Promise.resolve(),
      ),
    ),
  );
  return async () => {
    release();
    await done;
  };
}
const strangers = (count: number) =>
  Array.from({ length: count }, (_, n) => visitorOf(`10.7.0.${Math.floor(n / 10)}`));
const counted = async (kind: string) =>
  (await server.pool.query('select count(*)::int as n from tries where kind = $1', [kind])).rows[0].n;

it('one address waits for ten hashes at most; others go on, and the refused attempt is not counted', async () => {
  const release = occupy(Array.from({ length: 10 }, () => visitorOf('127.0.0.1')));
  expect(await signIn('bonjour')).toEqual({ status: 429, body: TOO_MANY, wait: '1' });
  expect(await counted('login')).toBe(0);
  expect((await signIn('bonjour', phone, { remoteAddress: '10.1.1.1' })).status).toBe(200);
  await release();
  expect((await signIn('bonjour')).status).toBe(200);
});

it('all visitors wait for forty hashes at most; a known device and a signed-in person have places of their own', async () => {
  const { body } = await signIn('bonjour');
  const headers = { authorization: `Bearer ${body.token}` };
  const release = occupy(strangers(40));
  expect((await signIn('bonjour')).status).toBe(429);
  expect((await signIn('bonjour', phone, { device: body.device })).status).toBe(200);
  const change = { currentPassword: 'bonjour', password: 'bonsoir' };
  expect((await server.call(null, 'POST', '/auth/password', change, headers)).status).toBe(204);
  await release();
});

it('eighty concurrent tries of a number that is refused anyway take no place of others', async () => {
  const rows = Array.from({ length: 40 }, () => `(gen_random_uuid(), 'login', $1, '127.0.0.1', $2)`).join(
    ',',
  );
  await server.pool.query(`insert into tries (id, kind, subject, address, at) values ${rows}`, [
    subjectOf('login', '+2290198000001'),
    server.clock.now(),
  ]);
  const refused = together(80, () => signIn('mauvais', '0198000001'));
  const others = together(8, (n) => signIn('mauvais', `0198001${100 + n}`));
  const person = signIn('bonjour');
  expect((await refused).every(({ status }) => status === 429)).toBe(true);
  expect(statusesOf(await others)).toEqual(Array(8).fill(401));
  expect((await person).status).toBe(200);
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
])('refuses %s while forty wait, without counting it, and serves it afterwards', async (path, body) => {
  const release = occupy(strangers(40));
  expect(await server.call(null, 'POST', path, body)).toMatchObject({ status: 429, body: TOO_MANY });
  expect(await counted('register')).toBe(0);
  await release();
  expect((await server.call(null, 'POST', path, body)).status).toBe(201);
});
