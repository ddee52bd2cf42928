import { hash } from '@node-rs/argon2';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildUser } from '../builders/user.ts';
import { users } from '../database/schema/users.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server.close());

const COMPOSED = 'caf\u00e9 1';
const DECOMPOSED = 'cafe\u0301 1';
/** One « é » as one sign, the other as two. */
const MIXED = '\u00e9te\u0301 2';

const register = (phone: string, password: string) =>
  server.call(null, 'POST', '/auth/register', { name: 'Afi', phone, password });
const signIn = async (identifier: string | null, password: string) =>
  (await server.call(null, 'POST', '/auth/login', { identifier, password })).status;

it.each([
  ['96001001', COMPOSED, DECOMPOSED],
  ['96001002', DECOMPOSED, COMPOSED],
])('%s: a password typed « %j » opens typed « %j » (rule 46)', async (phone, one, other) => {
  expect((await register(phone, one)).status).toBe(201);
  expect([await signIn(phone, one), await signIn(phone, other)]).toEqual([200, 200]);
  expect(await signIn(phone, 'cafe 1')).toBe(401);
});

it('a password of three letters is too short however they are typed', async () => {
  expect((await register('96001003', 'e\u0301te\u0301')).status).toBe(422);
});

it.each([
  ['decomposed', DECOMPOSED, [COMPOSED.normalize('NFD')], COMPOSED],
  ['mixed', MIXED, [MIXED], MIXED.normalize('NFC')],
])('an older hash of a %s password still opens, and is made again', async (_, hashed, typed, after) => {
  const { id, phone } = await buildUser(server.db, { type: 'customer', passwordHash: await hash(hashed) });
  const stored = async () => (await server.db.select().from(users).where(eq(users.id, id)))[0]?.passwordHash;
  const before = await stored();
  for (const password of typed) expect(await signIn(phone, password)).toBe(200);
  expect(await stored()).not.toBe(before);
  const again = await stored();
  for (const password of [...typed, after]) expect(await signIn(phone, password)).toBe(200);
  expect(await stored()).toBe(again);
});

it('an older hash of a decomposed password opens with the composed one too', async () => {
  const { phone } = await buildUser(server.db, { type: 'customer', passwordHash: await hash(DECOMPOSED) });
  expect(await signIn(phone, COMPOSED)).toBe(200);
});
