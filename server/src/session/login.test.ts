import { createHook } from 'node:async_hooks';
import { type UserType, userTypes } from '@amasin/domain/users/user-type.ts';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildUser } from '../builders/user.ts';
import { sessions } from '../database/schema/sessions.ts';
import { users } from '../database/schema/users.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { whileLocked } from '../testing/while-locked.ts';
import { hashPassword } from './passwords.ts';
import { tokenHash } from './tokens.ts';

const WRONG = { success: false, code: 'INVALID_CREDENTIALS', message: 'Identifiants incorrects' };

let server: TestApp;
let passwordHash: string;

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
  passwordHash = await hashPassword('bonjour');
});
afterAll(() => server.close());

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

  it.each(['97445566', '0197445566', '+229 97 44 55 66', '00229-01-97-44-55-66', '229 01 97.44.55.66'])(
    'accepts the phone written as %s',
    async (identifier) => {
      await server.db.delete(users).where(eq(users.phone, '+2290197445566'));
      await person('customer', { phone: '+2290197445566' });
      expect((await login({ identifier, password: 'bonjour' })).status).toBe(200);
    },
  );

  it('accepts `phone` instead of `identifier`, and ignores `userType`', async () => {
    const { phone } = await person('customer');
    const response = await login({ phone, password: 'bonjour', userType: 'superAdmin' });
    expect(response.body.user.type).toBe('customer');
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

  it('returns 422 with each missing or invalid field', async () => {
    expect(await login({})).toMatchObject({
      status: 422,
      body: {
        code: 'INVALID',
        fields: { identifier: 'Numéro de téléphone requis', password: 'Mot de passe requis' },
      },
    });
    for (const identifier of ['12', 'abcdefgh', '123456789012345', '+33612345678']) {
      expect((await login({ identifier, password: 'bonjour' })).body.message).toBe(
        'Format de téléphone invalide',
      );
    }
    expect((await login({ identifier: '0197000000', password: 'abc' })).body.message).toBe(
      'Le mot de passe doit contenir au moins 4 caractères',
    );
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

  it('accepts `identifier` instead of `email`, and returns 422 with the missing fields', async () => {
    const { email } = await person('supervisor');
    expect((await adminLogin({ identifier: email, password: 'bonjour' })).status).toBe(200);
    expect((await adminLogin({})).body.fields).toEqual({
      email: 'Email requis',
      password: 'Mot de passe requis',
    });
    expect((await adminLogin({ email: 'pas un email', password: 'bonjour' })).body.message).toBe(
      "Format d'email invalide",
    );
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
    // Of all asynchronous resources only argon2's work in the thread pool has no type.
    const hook = createHook({ init: (_id, type) => void types.push(type) }).enable();
    expect((await login({ identifier, password: 'mauvais' })).body).toEqual(WRONG);
    hook.disable();
    return types.filter((type) => type === 'undefined').length;
  };
  expect(await verifications(phone)).toBe(1);
  expect(await verifications('0198765432')).toBe(1);
});
