import { userTypes } from '@amasin/domain/users/user-type.ts';
import { inArray } from 'drizzle-orm';
import { v7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildUser } from '../builders/user.ts';
import { users } from '../database/schema/users.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';

let server: TestApp;
let admin: Visitor;
let supervisor: Visitor;

beforeAll(async () => {
  server = await startTestApp();
  admin = await server.signIn('superAdmin', { name: 'Admin' });
  supervisor = await server.signIn('supervisor', { name: 'Superviseure' });
  await buildUser(server.db, {
    type: 'customer',
    name: 'Étienne Kpodékon',
    phone: '+2290196123456',
    email: 'etienne_k@exemple.bj',
    passwordHash: 'secret',
  });
  await buildUser(server.db, { type: 'customer', name: 'Zita 100%', active: false });
  await buildUser(server.db, { type: 'pharmacy', name: 'Akpakpa', longitude: 2.39, latitude: 6.37 });
  await buildUser(server.db, { type: 'customer', name: 'Compte supprimé', phone: null, active: false });
});
afterAll(() => server.close());

const list = (query: Record<string, string> = {}, visitor: Visitor | null = admin) =>
  server.call(visitor, 'GET', `/users?${new URLSearchParams(query)}`);
const names = async (query: Record<string, string>) => {
  const { body } = await list(query);
  expect(body.total).toBe(body.users.length);
  return body.users.map(({ name }: { name: string }) => name);
};

describe('GET /users', () => {
  it('finds the words of a name in any order; spaces alone find everybody', async () => {
    expect(await names({ q: 'kpodekon  étienne' })).toEqual(['Étienne Kpodékon']);
    expect(await names({ q: 'kpodekon zita' })).toEqual([]);
    expect(await names({ q: '   ' })).toHaveLength(5);
  });

  it('returns every account in French order, except removed ones', async () => {
    expect(await names({})).toEqual(['Admin', 'Akpakpa', 'Étienne Kpodékon', 'Superviseure', 'Zita 100%']);
    expect((await list({ limit: '2', page: '2' })).body).toMatchObject({
      users: [{ name: 'Étienne Kpodékon' }, { name: 'Superviseure' }],
      total: 5,
    });
  });

  it('returns every field except secret ones', async () => {
    expect((await list({ q: 'kpodekon' })).body.users).toEqual([
      {
        _id: expect.any(String),
        name: 'Étienne Kpodékon',
        email: 'etienne_k@exemple.bj',
        phone: '+2290196123456',
        type: 'customer',
        address: null,
        active: true,
        onDuty: false,
        verified: true,
        location: null,
        version: expect.any(String),
      },
    ]);
  });

  it.each([
    'ETIENNE',
    'kpodékon',
    'etienne_k@',
    'Exemple.bj',
    '96 12 34',
    '+229 01 96',
    '0196123456',
    '96.12-34',
    '\u202a96 12\u201134\u202c',
    '96/12/34',
  ])('finds accounts by %j', async (q) => {
    expect(await names({ q, type: 'customer' })).toEqual(['Étienne Kpodékon']);
  });

  it('finds N’Dah and O’Neil with and without their apostrophe, in any form', async () => {
    const people = ["N'Dah Koffi", 'N’Dah Afi', "O'Neil Bio"];
    const rows = await Promise.all(people.map((name) => buildUser(server.db, { type: 'agent', name })));
    for (const q of ['ndah', "N'DAH", 'n’dah', 'nʼdah'])
      expect([q, (await names({ q })).sort()]).toEqual([q, ["N'Dah Koffi", 'N’Dah Afi']]);
    for (const q of ['oneil', 'o’neil bio']) expect(await names({ q })).toEqual(["O'Neil Bio"]);
    await server.db.delete(users).where(
      inArray(
        users.id,
        rows.map(({ id }) => id),
      ),
    );
  });

  it('searches special characters literally', async () => {
    expect(await names({ q: '100%' })).toEqual(['Zita 100%']);
    expect(await names({ q: '%' })).toEqual(['Zita 100%']);
    expect(await names({ q: "'); drop" })).toEqual([]);
  });

  it('filters by type and by active', async () => {
    expect(await names({ type: 'customer' })).toEqual(['Étienne Kpodékon', 'Zita 100%']);
    expect(await names({ type: 'superadmin' })).toEqual(['Admin']);
    expect(await names({ active: 'false' })).toEqual(['Zita 100%']);
    expect(await names({ type: 'customer', active: 'true' })).toEqual(['Étienne Kpodékon']);
    expect(await names({ type: '', active: '', q: '' })).toHaveLength(5);
    expect(await list({ type: 'robot' })).toMatchObject({ status: 422, body: { message: 'Type inconnu' } });
    expect(await list({ active: 'oui' })).toMatchObject({ status: 422, body: { message: 'Filtre inconnu' } });
  });

  it.each(userTypes.filter((type) => type !== 'superAdmin'))('returns 403 to a %s', async (type) => {
    expect(await list({}, await server.signIn(type))).toMatchObject({
      status: 403,
      body: { code: 'FORBIDDEN' },
    });
  });

  it('returns 401 without a session', async () => expect((await list({}, null)).status).toBe(401));
});

describe('GET /users/:id', () => {
  const read = (visitor: Visitor, id: string) => server.call(visitor, 'GET', `/users/${id}`);

  it.each(userTypes)(
    'returns every field of a %s to themselves and to the super administrator',
    async (type) => {
      const visitor = await server.signIn(type);
      const own = await read(visitor, visitor.row.id);
      expect(own.body.user).toMatchObject({ _id: visitor.row.id, email: visitor.row.email, type });
      const version = expect.any(String);
      expect((await read(admin, visitor.row.id)).body).toEqual({ user: { ...own.body.user, version } });
    },
  );

  it.each(['pharmacy', 'deliveryPerson', 'agent'] as const)(
    'returns the contact details of a %s to a supervisor',
    async (type) => {
      const row = await buildUser(server.db, { type, address: 'Akpakpa', active: false });
      expect((await read(supervisor, row.id)).body).toEqual({
        user: { _id: row.id, name: row.name, phone: row.phone, address: 'Akpakpa' },
      });
    },
  );

  it('returns 404 to any other caller, and for a removed account', async () => {
    const missing = await read(admin, v7());
    expect(missing.status).toBe(404);
    const customer = await buildUser(server.db, { type: 'customer' });
    expect(await read(supervisor, customer.id)).toMatchObject({ status: 404, body: missing.body });
    const courier = await server.signIn('deliveryPerson');
    expect(await read(courier, customer.id)).toMatchObject({ status: 404, body: missing.body });
    const removed = await buildUser(server.db, { type: 'customer', phone: null });
    expect(await read(admin, removed.id)).toMatchObject({ status: 404, body: missing.body });
  });
});
