import { createHook } from 'node:async_hooks';
import { type UserType, userTypes } from '@amasin/domain/contract/user-type.ts';
import { hash } from '@node-rs/argon2';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildMedication } from '../builders/catalogue.ts';
import { buildUser } from '../builders/user.ts';
import { sessions } from '../database/schema/sessions.ts';
import { users } from '../database/schema/users.ts';
import { quickHash } from '../testing/quick-hash.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';
import { smallPdf, upload } from '../testing/upload.ts';
import { whileLocked } from '../testing/while-locked.ts';
import { tokenHash } from './tokens.ts';

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp({ limits: { accountsPerAddress: 100_000 } });
  // Sessions are remembered only while the changes of the database are heard.
  server.ctx.sessions.setListening(true);
});
afterAll(() => server.close());

describe('signing in', () => {
  const WRONG = { success: false, code: 'INVALID_CREDENTIALS', message: 'Identifiants incorrects' };

  let passwordHash: string;

  beforeAll(async () => {
    passwordHash = await quickHash('bonjour');
  });

  const login = (body: object) => server.call(null, 'POST', '/auth/login', body);
  const adminLogin = (body: object) => server.call(null, 'POST', '/auth/admin-login', body);
  const person = (type: UserType, fields = {}) => buildUser(server.db, { type, passwordHash, ...fields });

  describe('POST /auth/login', () => {
    it('returns the customer and a 30-day token, of which only the hash is stored', async () => {
      const row = await person('customer', { phone: '+2290197112233', address: 'Cadjèhoun' });
      const response = await login({ identifier: '0197112233', password: 'bonjour' });
      expect(response.status).toBe(200);
      expect(response.body).toEqual({
        token: expect.stringMatching(/^[\w-]{43}$/),
        device: expect.stringMatching(/^[\w-]{43}$/),
        user: {
          _id: row.id,
          name: row.name,
          email: null,
          phone: '+2290197112233',
          type: 'customer',
          address: 'Cadjèhoun',
          active: true,
          onDuty: false,
          verified: true,
          location: null,
        },
      });
      const stored = await server.db.select().from(sessions).where(eq(sessions.userId, row.id));
      expect(stored).toEqual([
        {
          id: expect.any(String),
          device: null,
          lastSeenAt: server.clock.now(),
          tokenHash: tokenHash(response.body.token),
          userId: row.id,
          createdAt: server.clock.now(),
          expiresAt: new Date(server.clock.now().getTime() + 30 * 24 * 3600_000),
        },
      ]);
    });

    it('returns the same 401 for a wrong password, an unknown phone and an account without a password', async () => {
      const { phone } = await person('customer');
      const bare = await person('customer', { passwordHash: null });
      for (const identifier of [phone, '0199999999', bare.phone]) {
        const response = await login({ identifier, password: 'mauvais' });
        expect(response).toMatchObject({ status: 401, body: WRONG });
        expect(response.body).toEqual(WRONG);
      }
    });

    it.each(userTypes.filter((type) => type !== 'customer'))('returns 401 to a %s', async (type) => {
      const { phone } = await person(type);
      expect(await login({ identifier: phone, password: 'bonjour' })).toMatchObject({
        status: 401,
        body: WRONG,
      });
    });
  });

  describe('POST /auth/admin-login', () => {
    it.each(userTypes.filter((type) => type !== 'customer'))('accepts the e-mail of a %s', async (type) => {
      const { id, email } = await person(type);
      const response = await adminLogin({ email: ` ${email?.toUpperCase()} `, password: 'bonjour' });
      expect(response).toMatchObject({ status: 200, body: { user: { _id: id, type, email } } });
      expect(Object.keys(response.body).sort()).toEqual(['device', 'token', 'user']);
    });

    it('returns 401 to a customer, for a wrong password and for an unknown e-mail', async () => {
      await person('customer', { email: 'cliente@exemple.bj' });
      const { email } = await person('agent');
      for (const body of [
        { email: 'cliente@exemple.bj', password: 'bonjour', userType: 'customer' },
        { email, password: 'mauvais' },
        { email: 'personne@exemple.bj', password: 'bonjour' },
      ]) {
        expect((await adminLogin(body)).body).toEqual(WRONG);
      }
    });

    it('accepts a deactivated account, which can then only read itself and sign out', async () => {
      const { email } = await person('pharmacy', { active: false });
      const { status, body } = await adminLogin({ email, password: 'bonjour' });
      expect({ status, active: body.user.active }).toEqual({ status: 200, active: false });
      const headers = { authorization: `Bearer ${body.token}` };
      expect((await server.call(null, 'GET', '/auth/me', undefined, headers)).body.user.active).toBe(false);
      expect(await server.call(null, 'GET', '/zones', undefined, headers)).toMatchObject({
        status: 403,
        body: { message: "Votre compte a été désactivé. Contactez l'administrateur." },
      });
      expect((await server.call(null, 'POST', '/auth/logout', undefined, headers)).status).toBe(204);
    });
  });

  it('opens no session for a password that is changed while it is verified', async () => {
    const { id, phone } = await person('customer');
    const { body } = await whileLocked(server.pool, {
      first: { text: 'update users set password_hash = $1 where id = $2', values: ['changed', id] },
      second: () => login({ identifier: phone, password: 'bonjour' }),
    });
    expect(body).toEqual(WRONG);
    expect(await server.db.select().from(sessions).where(eq(sessions.userId, id))).toEqual([]);
  });

  it('verifies a hash for an unknown telephone too, so that the response takes as long', async () => {
    const { phone } = await person('customer');
    const verifications = async (identifier: string | null) => {
      const types: string[] = [];
      // Argon2's work in the thread pool is the only asynchronous resource without a type.
      const hook = createHook({ init: (_id, type) => void types.push(type) }).enable();
      expect((await login({ identifier, password: 'mauvais' })).body).toEqual(WRONG);
      hook.disable();
      return types.filter((type) => type === 'undefined').length;
    };
    expect(await verifications(phone)).toBe(1);
    expect(await verifications('0198765432')).toBe(1);
  });
});

const register = (body: object) => server.call(null, 'POST', '/auth/register', body);
const valid = { name: 'Afi Dossou', phone: '0196000000', password: 'bonjour' };

describe('registration', () => {
  it('creates a customer who can sign in, and returns no token', async () => {
    const response = await register({
      ...valid,
      name: '  Afi Dossou ',
      phone: '96 11 22 33',
      email: 'Afi@Exemple.BJ',
      address: ' ',
    });
    expect(response.status).toBe(201);
    expect(response.body).toEqual({
      user: {
        _id: expect.any(String),
        name: 'Afi Dossou',
        email: 'afi@exemple.bj',
        phone: '+2290196112233',
        type: 'customer',
        address: null,
        active: true,
        onDuty: false,
        verified: false,
        location: null,
      },
    });
    const [row] = await server.db.select().from(users).where(eq(users.phone, '+2290196112233'));
    expect(row?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(row?.createdAt).toEqual(server.clock.now());
    const login = await server.call(null, 'POST', '/auth/login', {
      identifier: '96112233',
      password: 'bonjour',
    });
    expect(login.body.user).toEqual(response.body.user);
  });

  it('creates a customer whatever type and rights the body names', async () => {
    const phone = '+2290196222222';
    const greedy = {
      type: 'superAdmin',
      userType: 'superAdmin',
      active: false,
      isPartner: true,
      onDuty: true,
    };
    const { status, body } = await register({
      ...valid,
      ...greedy,
      phone,
      verified: true,
      titrePartenaire: 'docteur',
      _id: 'x',
    });
    expect({ status, type: body.user.type, active: body.user.active }).toEqual({
      status: 201,
      type: 'customer',
      active: true,
    });
    const [row] = await server.db.select().from(users).where(eq(users.phone, phone));
    expect(row).toMatchObject({ isPartner: false, onDuty: false, verified: false, titrePartenaire: null });
  });

  it('returns 422 with each missing field', async () => {
    expect(await register({})).toMatchObject({
      status: 422,
      body: {
        success: false,
        code: 'INVALID',
        fields: { name: 'Nom requis', phone: 'Numéro de téléphone requis', password: 'Mot de passe requis' },
      },
    });
  });

  it('returns 409 for a phone or e-mail in use, in any notation', async () => {
    await register({ ...valid, phone: '96334455', email: 'prise@exemple.bj' });
    expect(await register({ ...valid, phone: '00229 01 96 33 44 55' })).toMatchObject({
      status: 409,
      body: { code: 'PHONE_TAKEN', message: 'Un compte existe déjà avec ce numéro' },
    });
    expect(await register({ ...valid, phone: '96334456', email: 'PRISE@exemple.bj' })).toMatchObject({
      status: 409,
      body: { code: 'EMAIL_TAKEN', message: 'Un compte existe déjà avec cet email' },
    });
  });
});

describe('a password with accents', () => {
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

  it.each([
    ['96001004', "l'été à 5 !", 'l’été à\u00a05\u202f!'],
    ['96001005', 'l’été à 5 !', "l'été à 5 !"],
    ['96001006', '“mot” 12', '"mot" 12'],
  ])(
    '%s: a password typed « %s » opens typed « %s », with the signs of other keyboards',
    async (phone, one, other) => {
      expect((await register(phone, one)).status).toBe(201);
      expect([await signIn(phone, one), await signIn(phone, other)]).toEqual([200, 200]);
    },
  );

  it('a password of three letters is too short however they are typed', async () => {
    expect((await register('96001003', 'e\u0301te\u0301')).status).toBe(422);
  });

  it.each([
    ['decomposed', DECOMPOSED, [COMPOSED.normalize('NFD')], COMPOSED],
    ['mixed', MIXED, [MIXED], MIXED.normalize('NFC')],
    ['apostrophe’s', 'l’ami 3', ["l'ami 3"], 'l’ami 3'],
    ['no-break', 'mon\u00a0ami', ['mon\u00a0ami'], 'mon ami'],
  ])('an older hash of a %s password still opens, and is made again', async (_, hashed, typed, after) => {
    const { id, phone } = await buildUser(server.db, { type: 'customer', passwordHash: await hash(hashed) });
    const stored = async () =>
      (await server.db.select().from(users).where(eq(users.id, id)))[0]?.passwordHash;
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
});

describe('a telephone as other programs copy it is read as people see it (rules 45 and 46)', () => {
  let doctor: Visitor;

  beforeAll(async () => {
    doctor = await server.signIn('partnerDoctor', { verified: true });
  });

  const password = 'bonjour';

  it.each([
    ['+2290197000010', '\u202a+229 01 97 00 00 10\u202c'],
    ['+2290197000011', '\u202d97000011\u202c'],
    ['+2290197000012', '\u200e01 97 00 00 12'],
    ['+2290197000013', '\u206801 97 00 00 13\u2069'],
    ['+2290197000014', '97\u200b00\u00ad00\ufe0d14'],
    ['+2290197000015', '97\u201100\u201300\u201015'],
    ['+2290197000016', '01/97/00/00/16'],
    ['+2290197000017', 'tel:+2290197000017'],
  ])('%s is registered, signs in and is a patient as %j', async (phone, written) => {
    const registered = await server.call(null, 'POST', '/auth/register', {
      name: 'Afi',
      phone: written,
      password,
    });
    expect([registered.status, registered.body.user.phone]).toEqual([201, phone]);
    for (const identifier of [written, phone]) {
      expect((await server.call(null, 'POST', '/auth/login', { identifier, password })).status).toBe(200);
    }
    const { id } = await buildMedication(server.db);
    const body = {
      type: 'numerical',
      patientName: 'Afi',
      patientPhone: written,
      url: (await upload(server, doctor, smallPdf)).body.url,
      items: [{ medicationId: id, quantity: 1 }],
    };
    const { status, body: created } = await server.call(doctor, 'POST', '/prescriptions', body);
    expect([status, created.prescription?.patientPhone]).toEqual([201, phone]);
  });

  it.each(['\u200b', '\u2060\u2060', '\u2800', '\u3164', '\u115f', '\ufe0f', '\u00ad'])(
    'a name and a message of %j alone are refused (rule 46)',
    async (blank) => {
      const registered = await server.call(null, 'POST', '/auth/register', {
        name: blank,
        phone: '97000020',
        password,
      });
      expect([registered.status, registered.body.fields]).toEqual([422, { name: 'Nom requis' }]);
      const customer = await server.signIn('customer');
      const asked = { patientName: customer.row.name, initialMessage: blank };
      expect((await server.call(customer, 'POST', '/chat/start', asked)).status).toBe(422);
      const { body } = await server.call(customer, 'POST', '/chat/start', {
        ...asked,
        initialMessage: 'Bonjour',
      });
      const said = await server.call(customer, 'POST', `/chat/${body.chatId}/message`, { content: blank });
      expect([said.status, said.body.message]).toEqual([422, 'Message vide ou trop long']);
    },
  );
});

describe('changing a password', () => {
  let passwordHash: string;

  beforeAll(async () => {
    passwordHash = await quickHash('ancien');
  });

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
});
