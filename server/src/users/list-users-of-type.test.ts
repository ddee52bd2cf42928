import { type UserType, userTypes } from '@amasin/domain/users/user-type.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildUser } from '../builders/user.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';

const FORBIDDEN = { success: false, code: 'FORBIDDEN', message: "Vous n'avez pas accès à cette action" };

let server: TestApp;
let supervisor: Visitor;
let admin: Visitor;

beforeAll(async () => {
  server = await startTestApp();
  supervisor = await server.signIn('supervisor', { name: 'Superviseure' });
  admin = await server.signIn('superAdmin', { name: 'Admin' });
  const make = (type: UserType, name: string, fields = {}) => buildUser(server.db, { type, name, ...fields });
  await make('pharmacy', 'Zogbo');
  await make('pharmacy', 'Étoile', {
    passwordHash: 'secret',
    address: 'Akpakpa',
    longitude: 2.39,
    latitude: 6.37,
  });
  await make('pharmacy', 'Fidjrossè');
  await make('pharmacy', 'Fermée', { active: false });
  await make('pharmacy', 'Indépendante', { isPartner: false });
  await make('deliveryPerson', 'Codjo');
  await make('deliveryPerson', 'Arrêté', { active: false });
  await make('agent', 'Mariam');
  await make('agent', 'Partie', { active: false });
  await make('customer', 'Cliente');
  await make('customer', 'Compte supprimé', { phone: null, active: false });
  await make('partnerDoctor', 'Docteur');
});
afterAll(() => server.close());

const list = (visitor: Visitor | null, type: string) => server.call(visitor, 'GET', `/users/type/${type}`);
const names = (body: { users: { name: string }[] }) => body.users.map(({ name }) => name);

describe('GET /users/type/:type for a supervisor', () => {
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

describe('GET /users/type/:type for the super administrator', () => {
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
      verified: true,
      location: { coordinates: [2.39, 6.37] },
    });
  });

  it('excludes removed users from the list and its total', async () => {
    const { body } = await list(admin, 'customer');
    expect([names(body), body.total]).toEqual([['Cliente'], 1]);
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

it.each(userTypes.filter((type) => type !== 'supervisor' && type !== 'superAdmin'))(
  'returns 403 to a %s',
  async (type) => {
    expect(await list(await server.signIn(type), 'agent')).toMatchObject({ status: 403, body: FORBIDDEN });
  },
);

it('returns 401 without a session, 403 with a deactivated account', async () => {
  expect((await list(null, 'agent')).status).toBe(401);
  const off = await server.signIn('supervisor', { active: false });
  expect(await list(off, 'agent')).toMatchObject({ status: 403, body: { code: 'ACCOUNT_DISABLED' } });
});
