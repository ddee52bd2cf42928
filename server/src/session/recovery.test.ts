import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildUser } from '../builders/user.ts';
import { codes } from '../database/schema/sessions.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { whileReferenced } from '../testing/while-locked.ts';
import { hashPassword } from './passwords.ts';
import { NOT_VERIFIED, type Recovery, recoveryOf, WRONG_CODE } from './recovery.fixture.ts';

let server: TestApp;
let ask: Recovery;

beforeAll(async () => {
  server = await startTestApp();
  ask = recoveryOf(server);
});
afterAll(() => server.close());

describe('a forgotten password', () => {
  it('is reset with the code sent to the phone, once', async () => {
    const { phone } = await ask.customer();
    expect(await ask.request(phone)).toMatchObject({
      status: 200,
      body: { success: true, expiresIn: 600, resendIn: 60 },
    });
    const code = await ask.codeOn(phone);
    const { status, body } = await ask.verify(phone, code);
    expect([status, body]).toEqual([
      200,
      { success: true, resetToken: expect.stringMatching(/^[\w-]{43}$/) },
    ]);
    expect(await ask.reset(phone, body.resetToken, 'nouveau')).toMatchObject({
      status: 200,
      body: { success: true },
    });
    expect([await ask.login(phone, 'oublié'), await ask.login(phone, 'nouveau')]).toEqual([401, 200]);
    expect(await ask.verify(phone, code)).toMatchObject(WRONG_CODE);
    expect(await ask.reset(phone, body.resetToken, 'encore')).toMatchObject(NOT_VERIFIED);
    expect(await ask.login(phone, 'nouveau')).toBe(200);
  });

  it('is reset while rows of the user are being stored', async () => {
    const { id, phone } = await ask.customer();
    const token = await ask.tokenOf(phone);
    const reset = () => ask.reset(phone, token, 'nouveau');
    expect((await whileReferenced(server.pool, id, reset)).status).toBe(200);
  });

  it('has no code or token in plain text in any table or queue', async () => {
    const { phone } = await ask.customer();
    await ask.request(phone);
    const { rows: jobs } = await server.pool.query(
      'select data::text from pgboss.job order by created_on desc limit 1',
    );
    const code = await ask.codeOn(phone);
    const before = await server.db.select().from(codes);
    const { body } = await ask.verify(phone, code);
    const after = await server.db.select().from(codes);
    const stored = JSON.stringify([jobs, before, after]);
    expect(jobs[0].data).toContain(phone);
    expect(stored).not.toMatch(new RegExp(`"[^"]*\\b${code}\\b|${body.resetToken}`));
  });

  it('ends every session of that user only, and resets failed sign-ins', async () => {
    const { phone, ...row } = await ask.customer();
    const devices = await Promise.all([1, 2, 3].map(() => server.session({ ...row, phone })));
    const other = await server.signIn('customer');
    for (let attempts = 0; attempts < 10; attempts += 1) await ask.login(phone, 'faux');
    const token = await ask.tokenOf(phone);
    expect(await ask.login(phone, 'oublié')).toBe(429);
    expect((await ask.reset(phone, token, 'nouveau')).status).toBe(200);
    const seen = await Promise.all(
      [...devices, other].map(async (one) => (await server.call(one, 'GET', '/auth/me')).status),
    );
    expect(seen).toEqual([401, 401, 401, 200]);
    expect(await ask.login(phone, 'nouveau')).toBe(200);
  });

  it('returns 422 under four characters; the token remains valid', async () => {
    const { phone } = await ask.customer();
    const token = await ask.tokenOf(phone);
    expect(await ask.reset(phone, token, 'abc')).toMatchObject({
      status: 422,
      body: { fields: { password: 'Le mot de passe doit contenir au moins 4 caractères' } },
    });
    expect((await ask.reset(phone, token, 'abcd')).status).toBe(200);
  });

  it('of a professional is reset by phone too; they sign in with their e-mail', async () => {
    const { phone, email } = await buildUser(server.db, {
      type: 'supervisor',
      passwordHash: await hashPassword('oublié'),
    });
    const token = await ask.tokenOf(phone ?? '');
    expect((await ask.reset(phone ?? '', token, 'nouveau')).status).toBe(200);
    const response = await server.call(null, 'POST', '/auth/admin-login', { email, password: 'nouveau' });
    expect(response.status).toBe(200);
  });
});

describe('numbers that receive no code', () => {
  it('get the same response, byte for byte, and no message: unknown, disabled, super administrator', async () => {
    const known = await ask.customer();
    const strangers = [
      '+2290151000001',
      (await buildUser(server.db, { type: 'customer', active: false })).phone ?? '',
      (await buildUser(server.db, { type: 'superAdmin' })).phone ?? '',
      (await buildUser(server.db, { type: 'customer', phone: '+229019700000123' })).phone ?? '',
    ];
    const expected = await ask.request(known.phone);
    // Random, and as long for everyone.
    const textOf = (answer: { request: string }) =>
      JSON.stringify({ ...answer, request: answer.request.replace(/[\w-]/g, 'x') });
    for (const phone of strangers) {
      const { status, body, headers } = await ask.request(phone);
      expect([status, textOf(body)]).toEqual([200, textOf(expected.body)]);
      expect(Object.keys(headers).sort()).toEqual(Object.keys(expected.headers).sort());
      expect(await ask.verify(phone, '000000')).toMatchObject(WRONG_CODE);
    }
    const reached = (await server.messages()).map(({ to }) => to);
    expect(reached).toContain(known.phone);
    for (const phone of strangers) expect(reached).not.toContain(phone);
  });

  it('a user disabled after verification cannot reset the password', async () => {
    const { phone, id } = await ask.customer();
    const token = await ask.tokenOf(phone);
    await server.pool.query('update users set active = false where id = $1', [id]);
    expect(await ask.reset(phone, token, 'nouveau')).toMatchObject(NOT_VERIFIED);
  });
});
