import { addDays, dayInBenin } from '@amasin/domain/contract/dates.ts';
import type { UserType } from '@amasin/domain/contract/user-type.ts';
import { eq } from 'drizzle-orm';
import { v7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { prepareEarnings } from '../benefits/earnings.fixture.ts';
import { buildOrder } from '../builders/order.ts';
import { buildUser } from '../builders/user.ts';
import { notifications } from '../database/schema/notifications.ts';
import { sessions } from '../database/schema/sessions.ts';
import { users } from '../database/schema/users.ts';
import { quickHash } from '../testing/quick-hash.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';
import { buildHeld } from './held-order.fixture.ts';
import { tellEndingLicences } from './licences.ts';

let server: TestApp;
let admin: Visitor;

beforeAll(async () => {
  server = await startTestApp();
  admin = await server.signIn('superAdmin');
});
afterAll(() => server.close());

const conflict = (code: string) => ({ status: 409, body: { code } });
const FORBIDDEN = { status: 403, body: { code: 'FORBIDDEN' } };
const noLicence = { licenceNumber: null, licenceFrom: null, licenceUntil: null, orderNumber: null };
const SPOT = { coordinates: [2.39, 6.37] };
const PLACE = { longitude: 2.39, latitude: 6.37 };

let made = 0;

const fresh = (type: UserType) => {
  made += 1;
  const phone = `+22901950000${String(made).padStart(2, '0')}`;
  const email = `compte${made}@exemple.bj`;
  return { name: 'Rosine Agossou', phone, email, password: 'demo', type, address: 'Akpakpa' };
};
const post = (body: object, visitor: Visitor | null = admin) => server.call(visitor, 'POST', '/users', body);
const put = (id: string, body: object, visitor: Visitor | null = admin) =>
  server.call(visitor, 'PUT', `/users/${id}`, body);
const rowOf = async (id: string) => (await server.db.select().from(users).where(eq(users.id, id)))[0];
const statusOf = async (visitor: Visitor) => (await server.call(visitor, 'GET', '/auth/me')).status;

describe('a new account', () => {
  it.each<[UserType, object, object]>([
    ['customer', {}, {}],
    ['agent', { verified: true, isPartner: true, onDuty: true, titrePartenaire: 'docteur' }, {}],
    ['supervisor', { active: false, location: SPOT }, { active: false }],
    ['deliveryPerson', {}, {}],
    ['partnerDoctor', { titrePartenaire: 'sage femme' }, { titrePartenaire: 'sage femme' }],
    [
      'partnerDoctor',
      { titrePartenaire: 'docteur', verified: true },
      { titrePartenaire: 'docteur', verified: true },
    ],
    ['pharmacy', { location: { type: 'Point', ...SPOT } }, { isPartner: true, location: SPOT }],
    ['pharmacy', { location: SPOT, isPartner: false }, { isPartner: false, location: SPOT }],
  ])('of a %s can be created with %o', async (type, more, expected) => {
    const body = fresh(type);
    const { password: _, ...shown } = body;
    const response = await post({ ...body, ...more, _id: v7(), createdAt: '1999-01-01T00:00:00Z' });
    expect(response.status).toBe(201);
    const plain = { _id: expect.any(String), active: true, onDuty: false, verified: false, location: null };
    const unnamed = type === 'pharmacy' ? { pharmacist: null, ...noLicence } : {};
    expect(response.body).toEqual({ user: { ...shown, ...plain, ...unnamed, ...expected } });
  });

  it('can sign in', async () => {
    const { email } = (await post(fresh('agent'))).body.user;
    const login = await server.call(null, 'POST', '/auth/admin-login', { email, password: 'demo' });
    expect(login.status).toBe(200);
  });

  it('needs every required field', async () => {
    expect(await post({})).toMatchObject({
      status: 422,
      body: {
        fields: {
          name: 'Nom requis',
          email: 'Email requis',
          phone: 'Téléphone requis',
          password: 'Mot de passe requis',
          type: 'Type requis',
          address: 'Adresse requis',
        },
      },
    });
    const fieldsOf = async (body: object) => (await post(body)).body.fields;
    expect(await fieldsOf(fresh('partnerDoctor'))).toEqual({
      titrePartenaire: 'Veuillez spécifier le titre du professionnel de santé',
    });
    expect(await fieldsOf(fresh('pharmacy'))).toEqual({
      location: 'La localisation est requise pour les pharmacies',
    });
    expect(await fieldsOf({ ...fresh('agent'), type: 'robot' })).toEqual({ type: 'Type inconnu' });
    expect(await fieldsOf({ ...fresh('pharmacy'), location: { coordinates: [200, 6] } })).toEqual({
      'location.coordinates.0': 'Localisation invalide',
    });
    expect((await post({ ...fresh('customer'), email: '', address: '' })).status).toBe(201);
  });

  it('cannot have a phone or e-mail in use, or be a super administrator', async () => {
    const { phone, email } = (await post(fresh('agent'))).body.user;
    expect(await post({ ...fresh('agent'), phone })).toMatchObject(conflict('PHONE_TAKEN'));
    expect(await post({ ...fresh('agent'), email: email.toUpperCase() })).toMatchObject(
      conflict('EMAIL_TAKEN'),
    );
    expect(await post(fresh('superAdmin'))).toMatchObject(FORBIDDEN);
    expect(await post({ ...fresh('agent'), type: 'superadmin' })).toMatchObject(FORBIDDEN);
  });
});

describe('an existing account', () => {
  it('changes only in the named fields; an empty password is ignored', async () => {
    const courier = await server.signIn('deliveryPerson', { passwordHash: 'unchanged' });
    const { id } = courier.row;
    expect((await put(id, { name: 'Codjo', password: '', onDuty: true, createdAt: 'hier' })).status).toBe(
      200,
    );
    expect((await put(id, {})).status).toBe(200);
    expect(await rowOf(id)).toEqual({ ...courier.row, name: 'Codjo', foldedName: 'codjo', verified: false });
    expect(await statusOf(courier)).toBe(200);
  });

  it('is not overwritten by who has not seen the change of another', async () => {
    const pharmacy = await server.signIn('pharmacy', { isPartner: true, ...PLACE });
    const { id } = pharmacy.row;
    const other = await server.signIn('superAdmin');
    const versionSeenBy = async (visitor: Visitor) =>
      (await server.call(visitor, 'GET', `/users/${id}`)).body.user.version;
    const mine = await versionSeenBy(admin);
    const theirs = await versionSeenBy(other);
    expect((await put(id, { address: 'Akpakpa', version: theirs }, other)).status).toBe(200);
    expect(await put(id, { name: 'Étoile', version: mine })).toMatchObject({
      status: 409,
      body: {
        code: 'ACCOUNT_CHANGED',
        message: 'Ce compte a été modifié entre-temps. Comparez avant d’enregistrer.',
      },
    });
    expect(await rowOf(id)).toMatchObject({ name: pharmacy.row.name, address: 'Akpakpa' });
    // With the version that was seen since, the change is saved; the response has the next version.
    const { body } = await put(id, { name: 'Étoile', version: await versionSeenBy(admin) });
    expect(body.user.name).toBe('Étoile');
    // A pharmacy that changes its own duty changes nothing that was edited.
    await server.call(pharmacy, 'PATCH', `/pharmacies/${id}/on-duty`, { onDuty: true });
    expect((await put(id, { name: 'Étoile rouge', version: body.user.version })).status).toBe(200);
    expect((await put(id, { name: 'Sans version' })).status).toBe(200);
  });

  it.each([
    [{ type: 'agent' }],
    [{ phone: '95 77 66 55' }],
    [{ email: 'nouvelle-adresse@exemple.bj' }],
    [{ password: 'nouveau' }],
  ])('%o ends its sessions', async (change) => {
    const courier = await server.signIn('deliveryPerson');
    expect((await put(courier.row.id, change)).status).toBe(200);
    expect(await statusOf(courier)).toBe(401);
    // A changed phone is announced to the old number (rule 25).
    const recipients = (await server.messages()).map(({ to }) => to);
    expect(recipients.includes(courier.row.phone ?? '')).toBe('phone' in change);
  });

  it('has only the rights of its new type from the next sign-in', async () => {
    const { user } = (await post(fresh('deliveryPerson'))).body;
    expect((await put(user._id, { type: 'supervisor' })).body.user.type).toBe('supervisor');
    const { body } = await server.call(null, 'POST', '/auth/admin-login', {
      email: user.email,
      password: 'demo',
    });
    const now = { token: body.token, row: (await rowOf(user._id))! };
    expect((await server.call(now, 'GET', '/stats/orders')).status).toBe(200);
    expect((await server.call(now, 'GET', '/users')).status).toBe(403);
  });

  it('needs the required fields of its new type', async () => {
    const { id } = await buildUser(server.db, { type: 'customer' });
    const fieldsOf = async (body: object) => (await put(id, body)).body.fields;
    expect(await fieldsOf({ type: 'agent' })).toEqual({ email: 'Email requis' });
    const email = 'devenu-pro@exemple.bj';
    expect(await fieldsOf({ type: 'pharmacy', email, address: '' })).toEqual({
      address: 'Adresse requis',
      location: 'La localisation est requise pour les pharmacies',
    });
    expect(await fieldsOf({ type: 'partnerDoctor', email })).toEqual({
      titrePartenaire: 'Veuillez spécifier le titre du professionnel de santé',
    });
    expect((await put(id, { type: 'partnerDoctor', email, titrePartenaire: 'docteur' })).status).toBe(200);
    // The columns of the old type are cleared.
    expect((await put(id, { type: 'pharmacy', location: SPOT })).body.user).toMatchObject({
      type: 'pharmacy',
      location: SPOT,
    });
    expect(await rowOf(id)).toMatchObject({ titrePartenaire: null });
  });

  it('cannot change type once orders refer to it', async () => {
    const { customerId } = await buildOrder(server.db);
    expect(await put(customerId, { type: 'agent', email: 'a@exemple.bj' })).toMatchObject(
      conflict('TYPE_IN_USE'),
    );
    expect((await put(customerId, { type: 'customer', name: 'Autre' })).status).toBe(200);
  });

  it('is verified as a prescriber only by the super administrator', async () => {
    const doctor = await server.signIn('partnerDoctor', { verified: false });
    const { id } = doctor.row;
    await (await prepareEarnings(server.db)).order(id, 1_000);
    const money = () => server.call(doctor, 'GET', '/benefics/partner').then(({ body }) => body);
    expect(await money()).toMatchObject({ total: 500, held: 500 });
    expect((await put(id, { verified: true })).body.user.verified).toBe(true);
    expect(await money()).toMatchObject({ total: 500, pending: 500, held: 0 });
    const other = await server.signIn('partnerDoctor');
    expect(await put(id, { verified: false }, other)).toMatchObject(FORBIDDEN);
  });

  it('cannot be changed if it is a super administrator, nor become one', async () => {
    const { id } = await buildUser(server.db, { type: 'superAdmin' });
    const agent = await buildUser(server.db, { type: 'agent' });
    for (const target of [id, admin.row.id])
      expect(await put(target, { name: 'Volé' })).toMatchObject(FORBIDDEN);
    expect(await put(agent.id, { type: 'superadmin' })).toMatchObject(FORBIDDEN);
    expect((await rowOf(agent.id))?.type).toBe('agent');
  });

  it('can be deactivated by PUT, with the same effects as by the toggle', async () => {
    const agent = await server.signIn('agent');
    expect((await put(agent.row.id, { active: false })).body.user.active).toBe(false);
    expect(await statusOf(agent)).toBe(401);
    const sent = await server.db.select().from(notifications).where(eq(notifications.userId, agent.row.id));
    expect(sent.map(({ title }) => title)).toEqual(['Compte désactivé']);
  });

  it('cannot have the phone or e-mail of another account', async () => {
    const { phone, email } = await buildUser(server.db, { type: 'agent' });
    const { id } = await buildUser(server.db, { type: 'agent' });
    expect(await put(id, { phone })).toMatchObject(conflict('PHONE_TAKEN'));
    expect(await put(id, { email })).toMatchObject(conflict('EMAIL_TAKEN'));
  });
});

describe('switching an account off and on', () => {
  let made = 0;

  const toggle = (id: string, body?: object, visitor: Visitor | null = admin) =>
    server.call(visitor, 'PATCH', `/users/${id}/toggle-active`, body);
  const notificationsOf = async (userId: string) =>
    (
      await server.db
        .select()
        .from(notifications)
        .where(eq(notifications.userId, userId))
        .orderBy(notifications.id)
    ).map(({ title }) => title);
  const PLACE = { location: { coordinates: [2.39, 6.37] } };
  const pharmacyOf = (email: string) => ({
    name: 'Pharmacie Étoile',
    email,
    password: 'demo',
    address: 'Akpakpa',
    type: 'pharmacy',
    ...PLACE,
    phone: `+2290151${String(++made).padStart(6, '0')}`,
  });
  /** Registers a pharmacy through the public endpoint and returns its id. */
  const signUp = async (): Promise<string> =>
    (await server.call(null, 'POST', '/users/register-partner', pharmacyOf(`seule${made}@exemple.bj`))).body
      .user._id;
  /** A pharmacy created by the super administrator. */
  async function makePharmacy(more: object) {
    const { body } = await server.call(admin, 'POST', '/users', {
      ...pharmacyOf(`faite${made}@exemple.bj`),
      ...more,
    });
    return { id: body.user._id as string };
  }
  const sessionsOf = (userId: string) => server.db.select().from(sessions).where(eq(sessions.userId, userId));

  describe('an account', () => {
    it('is deactivated, which ends its sessions, and activated again; both notify the user', async () => {
      const visitor = await server.signIn('agent');
      const { id } = visitor.row;
      expect(await toggle(id)).toMatchObject({ status: 200, body: { user: { _id: id, active: false } } });
      expect(await sessionsOf(id)).toEqual([]);
      expect((await server.call(visitor, 'GET', '/auth/me')).status).toBe(401);
      expect((await toggle(id)).body.user.active).toBe(true);
      expect(await notificationsOf(id)).toEqual(['Compte désactivé', 'Compte activé']);
    });

    it('is set to the `active` of the body idempotently, with one notification', async () => {
      const { id } = await buildUser(server.db, { type: 'customer' });
      const responses = await Promise.all(Array.from({ length: 10 }, () => toggle(id, { active: false })));
      expect(responses.map(({ status, body }) => [status, body.user.active])).toEqual(
        Array(10).fill([200, false]),
      );
      expect(await notificationsOf(id)).toEqual(['Compte désactivé']);
      expect((await toggle(id, { active: 'oui' })).status).toBe(422);
    });

    it('returns 403 for a super administrator, 404 for an unknown or removed account', async () => {
      const other = await buildUser(server.db, { type: 'superAdmin' });
      for (const id of [other.id, admin.row.id]) {
        expect(await toggle(id)).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
      }
      expect((await toggle(v7(), { active: 'oui' })).status).toBe(404);
      const removed = await buildUser(server.db, { type: 'customer', phone: null, active: false });
      expect((await toggle(removed.id)).status).toBe(404);
    });

    it('of a self-registered pharmacy becomes a partner at the first activation only', async () => {
      const id = await signUp();
      expect((await toggle(id)).body.user).toMatchObject({ active: true, isPartner: true });
      const put = { isPartner: false, location: { coordinates: [2.39, 6.37] } };
      expect((await server.call(admin, 'PUT', `/users/${id}`, put)).body.user.isPartner).toBe(false);
      await toggle(id);
      expect((await toggle(id)).body.user).toMatchObject({ active: true, isPartner: false });
    });

    it('of a pharmacy created as a non-partner remains one when activated (rule 23)', async () => {
      const { id } = await makePharmacy({ active: false, isPartner: false });
      expect((await toggle(id)).body.user).toMatchObject({ active: true, isPartner: false });
      const other = await makePharmacy({ active: false, isPartner: false });
      const put = await server.call(admin, 'PUT', `/users/${other.id}`, { active: true });
      expect(put.body.user).toMatchObject({ active: true, isPartner: false });
    });

    it('of a self-registered pharmacy becomes a partner when activated by PUT, unless the body sets isPartner to false', async () => {
      const put = async (body: object) =>
        (await server.call(admin, 'PUT', `/users/${await signUp()}`, { active: true, ...PLACE, ...body }))
          .body.user;
      expect(await put({})).toMatchObject({ active: true, isPartner: true });
      const refused = await put({ isPartner: false });
      expect(refused).toMatchObject({ active: true, isPartner: false });
      await toggle(refused._id);
      expect((await toggle(refused._id)).body.user).toMatchObject({ active: true, isPartner: false });
    });

    it('of a user who registered as a pharmacy by mistake can change type', async () => {
      const put = await server.call(admin, 'PUT', `/users/${await signUp()}`, {
        type: 'agent',
        active: true,
      });
      expect(put).toMatchObject({ status: 200, body: { user: { type: 'agent', active: true } } });
      expect(put.body.user).not.toHaveProperty('isPartner');
    });

    it.each([
      [
        'an order to deliver',
        async () => (await buildOrder(server.db, { state: 'delivering' })).deliveryPersonId!,
      ],
      [
        'the medicines of one',
        async () => {
          const { id } = await buildUser(server.db, { type: 'deliveryPerson' });
          await buildHeld(server.db, id);
          return id;
        },
      ],
    ])('with %s is reported to the supervisors when deactivated', async (_what, build) => {
      const supervisor = await server.signIn('supervisor');
      await toggle(await build());
      const [row] = await server.db
        .select()
        .from(notifications)
        .where(eq(notifications.userId, supervisor.row.id));
      expect(row).toMatchObject({ title: 'Commandes à confier', link: '/supervisor-dashboard' });
      expect(row?.message).toMatch(/\(Livreur\) est désactivé : 1 commande en cours est à confier/);
    });
  });

  it('all sessions of an account end, and those of no other; a super administrator’s by the command only', async () => {
    const [agent, other] = [await server.signIn('agent'), await server.signIn('agent')];
    await server.session(agent.row);
    const end = (id: string) => server.call(admin, 'DELETE', `/users/${id}/sessions`);
    expect((await end(agent.row.id)).status).toBe(204);
    const left = async ({ row }: Visitor) => (await sessionsOf(row.id)).length;
    expect([await left(agent), await left(other)]).toEqual([0, 1]);
    expect((await end(admin.row.id)).status).toBe(403);
    const { lines } = (await server.call(admin, 'GET', '/audit?kind=user')).body;
    expect(lines[0].text).toBe(`a fermé les sessions de ${agent.row.name}`);
  });

  describe('during requests', () => {
    it('refuses every later one, even with a session opened at the same time', async () => {
      const passwordHash = await quickHash('demo');
      for (let round = 0; round < 10; round += 1) {
        const courier = await server.signIn('deliveryPerson', { passwordHash });
        const login = () =>
          server.call(null, 'POST', '/auth/admin-login', { email: courier.row.email, password: 'demo' });
        const work = () => server.call(courier, 'GET', '/orders');
        const [, , , off] = await Promise.all([
          work(),
          login(),
          work(),
          toggle(courier.row.id, { active: false }),
        ]);
        expect(off.status).toBe(200);
        expect([401, 403]).toContain((await work()).status);
        const again = await login();
        expect(again.body.user.active).toBe(false);
        const token = { row: courier.row, token: again.body.token };
        expect((await server.call(token, 'GET', '/orders')).body.code).toBe('ACCOUNT_DISABLED');
      }
    });
  });
});

it('a pharmacy has the name of its pharmacist, which only the super administrator sets', async () => {
  const pharmacy = await server.signIn('pharmacy', { longitude: 2.39, latitude: 6.37 });
  const put = (body: object) => server.call(admin, 'PUT', `/users/${pharmacy.row.id}`, body);
  const named = async (body: object) => (await put(body)).body.user.pharmacist;
  expect(await named({ pharmacist: ' Sèna Dossa ' })).toBe('Sèna Dossa');
  expect(await named({ name: 'Pharmacie du Port' })).toBe('Sèna Dossa');
  const own = { name: 'Pharmacie du Port', phone: pharmacy.row.phone, pharmacist: 'Une autre' };
  const response = await server.call(pharmacy, 'PUT', '/users/update/me', own);
  expect([response.status, response.body.user.pharmacist]).toEqual([200, 'Sèna Dossa']);
  expect(await named({ pharmacist: '' })).toBeNull();
  const long = await put({ pharmacist: 'x'.repeat(121) });
  expect(long.body.fields).toEqual({ pharmacist: 'Nom trop long (120 caractères maximum)' });
});

it('a pharmacy has an authorisation, set by the super administrator only, which does not end before it begins', async () => {
  const pharmacy = await server.signIn('pharmacy', { ...PLACE, address: 'Ganhi' });
  const licence = {
    licenceNumber: ' Arrêté 12 ',
    licenceFrom: '2024-05-02',
    licenceUntil: '2027-05-01',
    orderNumber: '345',
  };
  const saved = await put(pharmacy.row.id, licence);
  expect(saved.body.user).toMatchObject({ ...licence, licenceNumber: 'Arrêté 12' });
  const own = { name: 'Pharmacie', phone: pharmacy.row.phone, address: 'Ganhi', licenceUntil: '2099-01-01' };
  expect((await server.call(pharmacy, 'PUT', '/users/update/me', own)).body.user.licenceUntil).toBe(
    '2027-05-01',
  );
  const wrong = await put(pharmacy.row.id, { licenceUntil: '2024-05-01' });
  expect([wrong.status, wrong.body.fields]).toEqual([422, { licenceUntil: 'La fin est avant le début' }]);
  expect((await put(pharmacy.row.id, { licenceFrom: '2027-02-30' })).body.fields).toEqual({
    licenceFrom: 'Date invalide',
  });
  expect((await put(pharmacy.row.id, { licenceUntil: '' })).body.user).toMatchObject({
    licenceUntil: null,
    orderNumber: '345',
  });
});

it('super administrators are told once before an authorisation ends, and when it has ended', async () => {
  const pharmacy = await server.signIn('pharmacy', { ...PLACE, name: 'Pharmacie du Lac' });
  const { id } = pharmacy.row;
  const today = dayInBenin(server.clock.now());
  const told = async () => {
    await tellEndingLicences(server.ctx);
    await tellEndingLicences(server.ctx);
    const rows = await server.db.select().from(notifications).where(eq(notifications.userId, admin.row.id));
    return rows
      .filter(({ message }) => message.includes('Pharmacie du Lac'))
      .map(({ title }) => title)
      .sort();
  };
  await put(id, { licenceUntil: addDays(today, 61) });
  expect(await told()).toEqual([]);
  await put(id, { licenceUntil: addDays(today, 20) });
  expect(await told()).toEqual(['Autorisation à renouveler']);
  await server.db
    .update(users)
    .set({ licenceUntil: addDays(today, 7) })
    .where(eq(users.id, id));
  expect(await told()).toEqual(['Autorisation à renouveler', 'Autorisation à renouveler']);
  await put(id, { licenceUntil: addDays(today, -1) });
  expect(await told()).toContain('Autorisation terminée');
  await put(id, { licenceUntil: addDays(today, 400) });
  expect(await told()).toHaveLength(3);
});

it('no other account has one', async () => {
  const agent = await server.signIn('agent', { address: 'Akpakpa' });
  const { status, body } = await server.call(admin, 'PUT', `/users/${agent.row.id}`, {
    pharmacist: 'Sèna Dossa',
  });
  expect([status, body.user.pharmacist]).toEqual([200, undefined]);
});

describe('a health professional who registers', () => {
  let made = 0;

  const doctor = () => {
    made += 1;
    const phone = `+2290194000${String(made).padStart(3, '0')}`;
    const email = `partenaire${made}@exemple.bj`;
    const person = { name: 'Aïcha Kora', phone, email, password: 'demo', address: 'Cadjèhoun' };
    return { ...person, type: 'partnerDoctor', titrePartenaire: 'docteur' };
  };
  const rights = {
    active: true,
    isPartner: true,
    onDuty: true,
    verified: true,
    _id: 'x',
    role: 'superAdmin',
  };
  const register = (body: object) => server.call(null, 'POST', '/users/register-partner', body);

  it('creates a health professional, active and not verified, who can sign in', async () => {
    const body = doctor();
    const { password: _, ...shown } = body;
    const response = await register({ ...body, ...rights });
    expect(response.status).toBe(201);
    expect(response.body).toEqual({
      user: {
        ...shown,
        _id: expect.any(String),
        active: true,
        onDuty: false,
        verified: false,
        location: null,
      },
    });
    const login = await server.call(null, 'POST', '/auth/admin-login', {
      email: body.email,
      password: 'demo',
    });
    expect(login.body.user).toEqual(response.body.user);
  });

  it('creates a pharmacy, inactive and not a partner, with or without a location', async () => {
    const { titrePartenaire: _, ...person } = doctor();
    const location = { coordinates: [2.39, 6.37] };
    const { status, body } = await register({ ...person, ...rights, type: 'pharmacy', location });
    expect(status).toBe(201);
    expect(body.user).toMatchObject({
      active: false,
      isPartner: false,
      onDuty: false,
      verified: false,
      location,
    });
    const without = await register({ ...doctor(), type: 'pharmacy' });
    expect(without.body.user).toMatchObject({ active: false, location: null });
  });

  it('returns 422 for another type or a missing field', async () => {
    for (const type of ['superAdmin', 'superadmin', 'customer', 'supervisor', 'robot', null]) {
      expect(await register({ ...doctor(), type }), `${type}`).toMatchObject({
        status: 422,
        body: { fields: { type: type === null ? 'Type requis' : 'Type inconnu' } },
      });
    }
    expect((await register({ type: 'partnerDoctor' })).body.fields).toEqual({
      name: 'Nom requis',
      email: 'Email requis',
      phone: 'Téléphone requis',
      password: 'Mot de passe requis',
      address: 'Adresse requis',
      titrePartenaire: 'Titre requis',
    });
  });

  it('creates one account for one phone registered ten times at once; an e-mail is unique', async () => {
    const body = doctor();
    const responses = await Promise.all(
      Array.from({ length: 10 }, (_, n) => register({ ...body, email: `fois${n}@exemple.bj` })),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)]);
    const first = responses.find(({ status }) => status === 201)?.body.user;
    expect(await register({ ...doctor(), email: first.email.toUpperCase() })).toMatchObject(
      conflict('EMAIL_TAKEN'),
    );
  });

  it('limits registrations by network address', async () => {
    const few = await startTestApp({ settings: server.ctx.settings, limits: { accountsPerAddress: 1 } });
    const ask = () => few.call(null, 'POST', '/users/register-partner', doctor());
    const responses = [await ask(), await ask(), await ask()];
    expect(responses.map(({ status }) => status)).toContain(429);
    await few.close();
  });
});
