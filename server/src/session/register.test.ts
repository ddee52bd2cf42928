import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { users } from '../database/schema/users.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp({
    settings: {
      addressLimit: 100_000,
      searchesPerMinute: 1,
      paymentsPerMinute: 1_000,
      uploadsPerMinute: 100_000,
      insuranceStrict: false,
      emergencyNumber: '112',
      contactPhone: '+2290197000000',
    },
  });
});
afterAll(() => server.close());

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

  it('returns 422 with each missing or invalid field', async () => {
    expect(await register({})).toMatchObject({
      status: 422,
      body: {
        success: false,
        code: 'INVALID',
        fields: { name: 'Nom requis', phone: 'Numéro de téléphone requis', password: 'Mot de passe requis' },
      },
    });
    const messageOf = async (change: object) => (await register({ ...valid, ...change })).body.message;
    expect(await messageOf({ name: 'A' })).toBe('Le nom doit contenir au moins 2 caractères');
    expect(await messageOf({ password: 'abc' })).toBe('Le mot de passe doit contenir au moins 4 caractères');
    expect(await messageOf({ email: 'afi@' })).toBe("Format d'email invalide");
    expect(await messageOf({ address: 'x'.repeat(301) })).toBe(
      'Adresse trop longue (300 caractères maximum)',
    );
    for (const phone of ['12', 'numéro', '012345678901234', '+33612345678']) {
      expect(await messageOf({ phone })).toBe('Format de téléphone invalide');
    }
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

  it('creates one account for one phone registered in every notation at once', async () => {
    const forms = ['96778899', '0196778899', '+22996778899', '+2290196778899', '002290196778899'];
    const responses = await Promise.all(
      Array.from({ length: 10 }, (_, n) => register({ ...valid, phone: forms[n % forms.length] })),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)]);
    expect(new Set(responses.filter((a) => a.status === 409).map((a) => a.body.code))).toEqual(
      new Set(['PHONE_TAKEN']),
    );
    const rows = await server.db.select().from(users).where(eq(users.phone, '+2290196778899'));
    expect(rows).toHaveLength(1);
  });
});
