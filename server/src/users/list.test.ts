import { type UserType, userTypes } from '@amasin/domain/contract/user-type.ts';
import { inArray } from 'drizzle-orm';
import { v7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildUser } from '../builders/user.ts';
import { users } from '../database/schema/users.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';

let server: TestApp;
let supervisor: Visitor;
let admin: Visitor;

beforeAll(async () => {
  server = await startTestApp();
  supervisor = await server.signIn('supervisor', { name: 'Superviseure' });
  admin = await server.signIn('superAdmin', { name: 'Admin' });
  const make = (type: UserType, name: string, fields = {}) => buildUser(server.db, { type, name, ...fields });
  const place = { address: 'Akpakpa', longitude: 2.39, latitude: 6.37 };
  await make('pharmacy', 'Zogbo');
  await make('pharmacy', 'Étoile', { passwordHash: 'secret', ...place });
  await make('pharmacy', 'Fidjrossè');
  await make('pharmacy', 'Fermée', { active: false });
  await make('pharmacy', 'Indépendante', { isPartner: false });
  await make('deliveryPerson', 'Codjo');
  await make('deliveryPerson', 'Arrêté', { active: false });
  await make('agent', 'Mariam');
  await make('agent', 'Partie', { active: false });
  await make('customer', 'Cliente');
  await make('customer', 'Compte supprimé', { phone: null, active: false });
  await make('customer', 'Zita 100%', { active: false });
  await make('customer', 'Étienne Kpodékon', {
    phone: '+2290196123456',
    email: 'etienne_k@exemple.bj',
    passwordHash: 'secret',
  });
  await make('partnerDoctor', 'Docteur');
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
    expect(await names({ q: '   ' })).toHaveLength(15);
  });

  it('returns every account in French order, except removed ones', async () => {
    expect((await names({})).join()).toBe(
      'Admin,Arrêté,Cliente,Codjo,Docteur,Étienne Kpodékon,Étoile,Fermée,Fidjrossè,Indépendante,Mariam,Partie,Superviseure,Zita 100%,Zogbo',
    );
    expect((await list({ limit: '2', page: '2' })).body).toMatchObject({
      users: [{ name: 'Cliente' }, { name: 'Codjo' }],
      total: 15,
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
    expect(await names({ type: 'customer' })).toEqual(['Cliente', 'Étienne Kpodékon', 'Zita 100%']);
    expect(await names({ type: 'superadmin' })).toEqual(['Admin']);
    expect(await names({ active: 'false' })).toEqual(['Arrêté', 'Fermée', 'Partie', 'Zita 100%']);
    expect(await names({ type: 'customer', active: 'true' })).toEqual(['Cliente', 'Étienne Kpodékon']);
    expect(await names({ type: '', active: '', q: '' })).toHaveLength(15);
    expect(await list({ type: 'robot' })).toMatchObject({ status: 422, body: { message: 'Type inconnu' } });
    expect(await list({ active: 'oui' })).toMatchObject({ status: 422, body: { message: 'Filtre inconnu' } });
  });
});

describe('users of one type', () => {
  const FORBIDDEN = { success: false, code: 'FORBIDDEN', message: "Vous n'avez pas accès à cette action" };

  const list = (visitor: Visitor | null, type: string) => server.call(visitor, 'GET', `/users/type/${type}`);
  const names = (body: { users: { name: string }[] }) => body.users.map(({ name }) => name);

  describe('for a supervisor', () => {
    it.each([
      ['pharmacy', ['Étoile', 'Fidjrossè', 'Zogbo']],
      ['deliveryPerson', ['Codjo']],
      ['agent', ['Mariam']],
    ])('returns each assignable %s in French order', async (type, expected) => {
      const { status, body } = await list(supervisor, type);
      expect({ status, names: names(body), total: body.total }).toEqual({
        status: 200,
        names: expected,
        total: expected.length,
      });
    });

    it('searches by part of the name or phone, with the total', async () => {
      const courier = await buildUser(server.db, {
        type: 'deliveryPerson',
        name: 'Zoé Zinsou',
        email: 'zz@exemple.bj',
      });
      await server.pool.query(
        `insert into users (id, type, name, phone, email, created_at)
         select gen_random_uuid(), 'deliveryPerson', 'Livreur ' || n, '+2290188' || lpad(n::text, 8, '0'), n || '@l.bj', now()
         from generate_series(1, 250) n`,
      );
      const search = async (q: string) => {
        const { body } = await list(supervisor, `deliveryPerson?q=${encodeURIComponent(q)}&limit=3`);
        return [body.total, names(body)];
      };
      const local = (courier.phone ?? '').slice(-8);
      const found = [];
      for (const q of ['zoe z', 'ZINSOU', `01 ${local.slice(0, 4)} ${local.slice(4)}`])
        found.push(await search(q));
      const others = [await search('livreur'), await search('zz@exemple'), await search('arrêté')];
      await server.pool.query("delete from users where name like 'Livreur %' or name = 'Zoé Zinsou'");
      expect(found).toEqual(Array(3).fill([1, ['Zoé Zinsou']]));
      expect(others).toEqual([
        [250, ['Livreur 1', 'Livreur 2', 'Livreur 3']],
        [0, []],
        [0, []],
      ]);
    });

    it('includes deactivated users with active=any, marked as such', async () => {
      const { body } = await list(supervisor, 'deliveryPerson?active=any');
      const person = { _id: expect.any(String), phone: expect.any(String) };
      expect(body.users).toEqual([
        { ...person, name: 'Arrêté', active: false },
        { ...person, name: 'Codjo', active: true },
      ]);
      expect(body.total).toBe(2);
      expect(await list(supervisor, 'customer?active=any')).toMatchObject({ status: 403 });
      const wrong = await list(supervisor, 'deliveryPerson?active=false');
      expect([wrong.status, wrong.body.fields]).toEqual([422, { active: 'Filtre inconnu' }]);
    });

    it('returns name and phone only', async () => {
      const { body } = await list(supervisor, 'pharmacy');
      expect(body.users).toHaveLength(3);
      for (const user of body.users) {
        expect(user).toEqual({
          _id: expect.any(String),
          name: expect.any(String),
          phone: expect.stringMatching(/^\+22901\d{8}$/),
        });
      }
    });

    it.each(userTypes.filter((type) => !['pharmacy', 'deliveryPerson', 'agent'].includes(type)))(
      'returns 403 for the type %s',
      async (type) => {
        expect(await list(supervisor, type)).toMatchObject({ status: 403, body: FORBIDDEN });
      },
    );
  });

  describe('for the super administrator', () => {
    it('returns every user of the type with every field except secret ones', async () => {
      const { body } = await list(admin, 'pharmacy');
      expect(names(body)).toEqual(['Étoile', 'Fermée', 'Fidjrossè', 'Indépendante', 'Zogbo']);
      expect(body.total).toBe(5);
      expect(body.users[0]).toEqual({
        _id: expect.any(String),
        name: 'Étoile',
        email: expect.stringMatching(/@exemple\.bj$/),
        phone: expect.stringMatching(/^\+22901/),
        type: 'pharmacy',
        address: 'Akpakpa',
        active: true,
        onDuty: false,
        isPartner: true,
        pharmacist: null,
        licenceNumber: null,
        licenceFrom: null,
        licenceUntil: null,
        orderNumber: null,
        verified: true,
        location: { coordinates: [2.39, 6.37] },
      });
    });

    it('excludes removed users from the list and its total', async () => {
      const { body } = await list(admin, 'customer');
      expect([names(body), body.total]).toEqual([['Cliente', 'Étienne Kpodékon', 'Zita 100%'], 3]);
    });

    it.each(['superAdmin', 'superadmin', 'SUPERADMIN'])('accepts the type written as %s', async (type) => {
      expect(names((await list(admin, type)).body)).toEqual(['Admin']);
    });

    it('includes the title of a health professional', async () => {
      const { body } = await list(admin, 'partnerDoctor');
      expect(body.users).toMatchObject([{ name: 'Docteur', titrePartenaire: 'docteur', verified: true }]);
    });
  });

  it('returns 422 for an unknown type', async () => {
    for (const visitor of [supervisor, admin]) {
      for (const type of ['admin', 'null', "x'%20or%201=1", '%00', 'pharmacies']) {
        expect(await list(visitor, type), type).toMatchObject({
          status: 422,
          body: { code: 'INVALID', message: 'Type inconnu', fields: { type: 'Type inconnu' } },
        });
      }
    }
  });
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
