import { type UserType, userTypes } from '@amasin/domain/users/user-type.ts';
import { eq } from 'drizzle-orm';
import { v7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { prepareEarnings } from '../benefits/earnings.fixture.ts';
import { buildOrder } from '../builders/order.ts';
import { buildUser } from '../builders/user.ts';
import { notifications } from '../database/schema/notifications.ts';
import { users } from '../database/schema/users.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';

const FORBIDDEN = { status: 403, body: { code: 'FORBIDDEN' } };
const SPOT = { coordinates: [2.39, 6.37] };
const PLACE = { longitude: 2.39, latitude: 6.37 };

let server: TestApp;
let admin: Visitor;
let made = 0;

beforeAll(async () => {
  server = await startTestApp();
  admin = await server.signIn('superAdmin');
});
afterAll(() => server.close());

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
    const unnamed = type === 'pharmacy' ? { pharmacist: null } : {};
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
    expect(await post({ ...fresh('agent'), phone })).toMatchObject({
      status: 409,
      body: { code: 'PHONE_TAKEN' },
    });
    expect(await post({ ...fresh('agent'), email: email.toUpperCase() })).toMatchObject({
      status: 409,
      body: { code: 'EMAIL_TAKEN' },
    });
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
    // What was seen since can be overwritten; the response has the next version.
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
    expect(await put(customerId, { type: 'agent', email: 'a@exemple.bj' })).toMatchObject({
      status: 409,
      body: { code: 'TYPE_IN_USE' },
    });
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
    expect(await put(id, { phone })).toMatchObject({ status: 409, body: { code: 'PHONE_TAKEN' } });
    expect(await put(id, { email })).toMatchObject({ status: 409, body: { code: 'EMAIL_TAKEN' } });
  });

  it.each(userTypes.filter((type) => type !== 'superAdmin'))(
    'returns 403 when a %s writes it',
    async (type) => {
      const visitor = await server.signIn(type);
      expect(await put(visitor.row.id, { verified: true }, visitor)).toMatchObject(FORBIDDEN);
      expect(await post(fresh('agent'), visitor)).toMatchObject(FORBIDDEN);
    },
  );
});
