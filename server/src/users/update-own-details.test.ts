import { userTypes } from '@amasin/domain/contract/user-type.ts';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { users } from '../database/schema/users.ts';
import { quickHash } from '../testing/quick-hash.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';
import { whileLocked, whileReferenced } from '../testing/while-locked.ts';

let server: TestApp;
let passwordHash: string;

beforeAll(async () => {
  server = await startTestApp();
  passwordHash = await quickHash(PASSWORD);
});
afterAll(() => server.close());

const PASSWORD = 'bonjour';
const put = (visitor: Visitor | null, body: object) => server.call(visitor, 'PUT', '/users/update/me', body);
/** With the present password. */
const putPhone = (visitor: Visitor, phone: string | null, more = {}) =>
  put(visitor, { phone, currentPassword: PASSWORD, ...more });
const me = (visitor: Visitor) => server.call(visitor, 'GET', '/auth/me');
const rowOf = async ({ row }: Visitor) =>
  (await server.db.select().from(users).where(eq(users.id, row.id)))[0];

describe('PUT /users/update/me', () => {
  it('changes only the named fields', async () => {
    const customer = await server.signIn('customer', { address: 'Akpakpa' });
    const { status, body } = await put(customer, { name: ' Afi Dossou ', email: ' Afi@Exemple.BJ ' });
    expect(status).toBe(200);
    expect(body).toEqual({
      user: {
        _id: customer.row.id,
        name: 'Afi Dossou',
        email: 'afi@exemple.bj',
        phone: customer.row.phone,
        type: 'customer',
        address: 'Akpakpa',
        active: true,
        onDuty: false,
        verified: true,
        location: null,
      },
    });
    expect((await me(customer)).body).toEqual(body);
    expect((await put(customer, { address: ' ', email: '' })).body.user).toMatchObject({
      name: 'Afi Dossou',
      address: null,
      email: null,
    });
    expect((await put(customer, {})).body.user.name).toBe('Afi Dossou');
  });

  it.each(userTypes)('ignores rights in the body of a %s, and the e-mail of non-customers', async (type) => {
    const visitor = await server.signIn(type);
    const email = `nouveau-${type.toLowerCase()}@exemple.bj`;
    const rights = {
      type: 'superAdmin',
      active: false,
      isPartner: false,
      onDuty: true,
      verified: false,
      titrePartenaire: 'hopital',
      password: 'volé',
      passwordHash: 'volé',
      location: { coordinates: [2, 6] },
    };
    const { status } = await put(visitor, { ...rights, email, address: 'Cadjèhoun' });
    expect(status).toBe(200);
    expect(await rowOf(visitor)).toEqual({
      ...visitor.row,
      address: 'Cadjèhoun',
      ...(type === 'customer' && { email }),
    });
  });

  it.each([
    [{ name: ' ' }, { name: 'Nom requis' }],
    [{ name: null }, { name: 'Nom requis' }],
    [{ name: 'A' }, { name: 'Le nom doit contenir au moins 2 caractères' }],
    [{ phone: '' }, { phone: 'Téléphone requis' }],
    [{ phone: '12' }, { phone: 'Format de téléphone invalide' }],
    [{ email: 'afi' }, { email: "Format d'email invalide" }],
    [{ address: 'x'.repeat(301) }, { address: 'Adresse trop longue (300 caractères maximum)' }],
  ])('returns 422 for %o: %o', async (body, fields) => {
    const visitor = await server.signIn('customer');
    expect(await put(visitor, body)).toMatchObject({ status: 422, body: { code: 'INVALID', fields } });
    expect(await rowOf(visitor)).toEqual(visitor.row);
  });

  it('returns 409 for the phone or e-mail of another account', async () => {
    const other = await server.signIn('customer', { email: 'prise@exemple.bj' });
    const visitor = await server.signIn('customer', { passwordHash });
    expect(await putPhone(visitor, other.row.phone)).toMatchObject({
      status: 409,
      body: { code: 'PHONE_TAKEN', message: 'Un compte existe déjà avec ce numéro' },
    });
    expect(await put(visitor, { name: 'Autre', email: 'PRISE@exemple.bj' })).toMatchObject({
      status: 409,
      body: { code: 'EMAIL_TAKEN', message: 'Un compte existe déjà avec cet email' },
    });
    expect(await rowOf(visitor)).toEqual(visitor.row);
  });

  it('does not wait for rows of the user that are being stored', async () => {
    const visitor = await server.signIn('customer');
    const change = () => put(visitor, { name: 'Afi Dossou' });
    expect((await whileReferenced(server.pool, visitor.row.id, change)).status).toBe(200);
  });
});

describe('a verified prescriber who takes another name', () => {
  it('is verified no longer, and the super administrators are told, without the name', async () => {
    const doctor = await server.signIn('partnerDoctor', { verified: true });
    const admin = await server.signIn('superAdmin');
    const { user } = (await put(doctor, { name: 'Professeur Kora' })).body;
    expect(user).toMatchObject({ name: 'Professeur Kora', verified: false });
    const { notifications } = (await server.call(admin, 'GET', '/notifications')).body;
    expect(notifications).toMatchObject([
      { title: 'Prescripteur à vérifier', link: `/cpanel/users?type=partnerDoctor&compte=${doctor.row.id}` },
    ]);
    expect(notifications[0].message).not.toContain('Kora');
  });

  it.each([
    ['the same name', (name: string) => ({ name })],
    ['another address', () => ({ address: 'Akpakpa' })],
  ] as const)('stays verified with %s', async (_, change) => {
    const doctor = await server.signIn('partnerDoctor', { verified: true });
    expect((await put(doctor, change(doctor.row.name))).body.user.verified).toBe(true);
  });
});

describe('a changed phone', () => {
  it('ends only the user’s other sessions and is announced to the old number', async () => {
    const here = await server.signIn('deliveryPerson', { passwordHash });
    const elsewhere = await server.session(here.row);
    const other = await server.signIn('deliveryPerson');
    expect((await putPhone(here, '96 55 44 33')).body.user.phone).toBe('+2290196554433');
    const seen = await Promise.all([here, elsewhere, other].map(async (one) => (await me(one)).status));
    expect(seen).toEqual([200, 401, 200]);
    const [message, ...more] = await server.messages();
    expect(message).toMatchObject({
      to: here.row.phone,
      text: expect.stringMatching(/a été changé.*0196009900/),
    });
    expect(more).toEqual([]);
  });

  it('in another notation is unchanged and ends no session', async () => {
    const before = await server.messages();
    const here = await server.signIn('customer', { phone: '+2290196554400' });
    const elsewhere = await server.session(here.row);
    expect((await put(here, { phone: '00229 96 55 44 00' })).status).toBe(200);
    expect((await me(elsewhere)).status).toBe(200);
    expect(await server.messages()).toEqual(before);
  });

  it('requested by twenty users at once goes to one', async () => {
    const people = await Promise.all(
      Array.from({ length: 20 }, () => server.signIn('customer', { passwordHash })),
    );
    const responses = await Promise.all(people.map((one) => putPhone(one, '96 00 11 22')));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(409)]);
  });
});

describe('the present password', () => {
  const phone = '96 44 00 01';

  it('refuses a password that was changed meanwhile', async () => {
    const visitor = await server.signIn('customer', { passwordHash });
    const changed = await quickHash('autre-mot');
    const { status, body } = await whileLocked(server.pool, {
      first: {
        text: 'update users set password_hash = $2 where id = $1',
        values: [visitor.row.id, changed],
      },
      second: () => putPhone(visitor, '96 44 00 09'),
    });
    expect([status, body.code]).toEqual([422, 'WRONG_PASSWORD']);
  });

  it('is needed for another phone, not for the rest', async () => {
    const visitor = await server.signIn('customer', { passwordHash });
    expect(await put(visitor, { phone })).toMatchObject({
      status: 422,
      body: { code: 'INVALID', fields: { currentPassword: 'Mot de passe actuel requis' } },
    });
    expect(await putPhone(visitor, phone, { currentPassword: 'faux' })).toMatchObject({
      status: 422,
      body: { code: 'WRONG_PASSWORD' },
    });
    expect(await rowOf(visitor)).toEqual(visitor.row);
    expect((await put(visitor, { name: 'Autre nom', phone: visitor.row.phone })).status).toBe(200);
  });

  it('is limited to ten guesses', async () => {
    const visitor = await server.signIn('customer', { passwordHash });
    for (let n = 0; n < 10; n += 1)
      expect((await putPhone(visitor, phone, { currentPassword: 'faux' })).status).toBe(422);
    expect((await putPhone(visitor, phone)).status).toBe(429);
    expect(await rowOf(visitor)).toEqual(visitor.row);
  });
});

describe('phone changes of one user', () => {
  const A_DAY = 24 * 3600;
  let numbers = 0;
  const anyNumber = () => `96 77 ${String(++numbers).padStart(4, '0')}`;
  const tooMany = {
    status: 429,
    body: {
      code: 'TOO_MANY_TRIES',
      message: 'Trop de tentatives. Veuillez réessayer dans quelques minutes.',
    },
    headers: { 'retry-after': String(A_DAY) },
  };

  it('are limited to three a day; each is announced to the previous number', async () => {
    const visitor = await server.signIn('customer', { phone: '+2290196778001', passwordHash });
    const before = (await server.messages()).length;
    for (const phone of ['96 77 80 02', '96 77 80 01', '96 77 80 02'])
      expect((await putPhone(visitor, phone)).status).toBe(200);
    expect(await putPhone(visitor, '96 77 80 01')).toMatchObject(tooMany);
    expect(await server.messages()).toHaveLength(before + 3);
    // Sending the current number with other changes does not count.
    expect((await put(visitor, { name: 'Afi Dossou', phone: '96 77 80 02' })).status).toBe(200);
    server.clock.advance(A_DAY);
    const tomorrow = await server.session(visitor.row);
    expect((await putPhone(tomorrow, '96 77 80 01')).status).toBe(200);
  });

  it('to numbers in use count too, so that a caller cannot probe which numbers have an account', async () => {
    const others = await Promise.all([1, 2, 3, 4].map(() => server.signIn('customer')));
    const visitor = await server.signIn('customer', { passwordHash });
    const responses = [];
    for (const { row } of others) responses.push((await putPhone(visitor, row.phone)).status);
    expect(responses).toEqual([409, 409, 409, 429]);
    expect(await putPhone(visitor, anyNumber())).toMatchObject(tooMany);
    expect(await rowOf(visitor)).toEqual(visitor.row);
  });

  it('are limited to three of twenty concurrent requests', async () => {
    const visitor = await server.signIn('customer', { passwordHash });
    const responses = await Promise.all(Array.from({ length: 20 }, () => putPhone(visitor, anyNumber())));
    expect(responses.map(({ status }) => status).sort()).toEqual([
      ...Array(3).fill(200),
      ...Array(17).fill(429),
    ]);
  });
});

it('e-mail changes are limited to five a day, so that the answers do not tell who has an account', async () => {
  const customer = await server.signIn('customer');
  const { email } = (await server.signIn('supervisor')).row;
  const statuses = [];
  for (let n = 0; n < 7; n += 1) statuses.push((await put(customer, { email })).status);
  expect(statuses).toEqual([...Array(5).fill(409), 429, 429]);
  expect((await put(customer, { name: 'Afi Dossou', email: customer.row.email })).status).toBe(200);
  server.clock.advance(24 * 3600);
  expect((await put(await server.session(customer.row), { email: 'libre@exemple.bj' })).status).toBe(200);
});
