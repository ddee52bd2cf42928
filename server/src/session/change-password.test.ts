import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { users } from '../database/schema/users.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';
import { hashPassword } from './passwords.ts';

let server: TestApp;
let passwordHash: string;

beforeAll(async () => {
  server = await startTestApp();
  // Sessions are remembered only while the changes of the database are heard.
  server.ctx.sessions.setListening(true);
  passwordHash = await hashPassword('ancien');
});
afterAll(() => server.close());

const change = (visitor: Visitor, currentPassword: string, password = 'nouveau') =>
  server.call(visitor, 'POST', '/auth/password', { currentPassword, password });
const me = async (visitor: Visitor) => (await server.call(visitor, 'GET', '/auth/me')).status;
const signIn = async ({ row }: Visitor, password: string) =>
  row.type === 'customer'
    ? (await server.call(null, 'POST', '/auth/login', { identifier: row.phone, password })).status
    : (await server.call(null, 'POST', '/auth/admin-login', { email: row.email, password })).status;
const storedHash = async ({ row }: Visitor) =>
  (await server.db.select().from(users).where(eq(users.id, row.id)))[0]?.passwordHash;

it.each(['customer', 'pharmacy', 'agent', 'superAdmin'] as const)(
  'a %s changes their password with the present one; their other sessions end',
  async (type) => {
    const visitor = await server.signIn(type, { passwordHash });
    const other = await server.session(visitor.row);
    // Remembered by the server (decision 27).
    expect(await me(other)).toBe(200);
    expect(await change(visitor, 'ancien')).toMatchObject({ status: 204, body: null });
    expect(await me(other)).toBe(401);
    expect(await me(visitor)).toBe(200);
    expect([await signIn(visitor, 'ancien'), await signIn(visitor, 'nouveau')]).toEqual([401, 200]);
  },
);

it('refuses a wrong present password, and changes nothing', async () => {
  const visitor = await server.signIn('customer', { passwordHash });
  const other = await server.session(visitor.row);
  expect(await change(visitor, 'faux')).toMatchObject({
    status: 422,
    body: { code: 'WRONG_PASSWORD', message: 'Mot de passe actuel incorrect' },
  });
  expect(await storedHash(visitor)).toBe(passwordHash);
  expect(await me(other)).toBe(200);
});

it('refuses a new password that is too short', async () => {
  const visitor = await server.signIn('customer', { passwordHash });
  const { status, body } = await change(visitor, 'ancien', 'abc');
  expect([status, body.fields]).toEqual([
    422,
    { password: 'Le mot de passe doit contenir au moins 4 caractères' },
  ]);
});

it('takes ten wrong present passwords in 15 minutes, which the sign-in page counts too, but none of its own', async () => {
  const visitor = await server.signIn('agent', { passwordHash });
  for (let n = 0; n < 5; n += 1) expect(await signIn(visitor, 'faux')).toBe(401);
  for (let n = 0; n < 10; n += 1) expect((await change(visitor, 'faux')).status).toBe(422);
  expect((await change(visitor, 'ancien')).status).toBe(429);
  expect(await signIn(visitor, 'ancien')).toBe(429);
  expect(await storedHash(visitor)).toBe(passwordHash);
  server.clock.advance(15 * 60);
  expect((await change(visitor, 'ancien')).status).toBe(204);
});

it('admits ten of twenty concurrent guesses', async () => {
  const visitor = await server.signIn('customer', { passwordHash });
  const answers = await Promise.all(Array.from({ length: 20 }, () => change(visitor, 'faux')));
  expect(answers.map(({ status }) => status).sort()).toEqual([
    ...Array(10).fill(422),
    ...Array(10).fill(429),
  ]);
});

it('of two changes at once, one succeeds', async () => {
  const visitor = await server.signIn('customer', { passwordHash });
  const answers = await Promise.all([
    change(visitor, 'ancien', 'premier'),
    change(visitor, 'ancien', 'second'),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 422]);
});
