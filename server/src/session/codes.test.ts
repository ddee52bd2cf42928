import { NO_FILE } from '@amasin/domain/insurance/insurance-card.ts';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildUser } from '../builders/user.ts';
import { codes, sessions } from '../database/schema/sessions.ts';
import { uploadFile } from '../files/upload.ts';
import { quickHash } from '../testing/quick-hash.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';
import { whileReferenced } from '../testing/while-locked.ts';
import { NOT_VERIFIED, type Recovery, recoveryOf, WRONG_CODE } from './recovery.fixture.ts';
import { sweepCodes } from './sweeps.ts';

const MINUTE = 60;

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
      passwordHash: await quickHash('oublié'),
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

describe('a code', () => {
  it('is rejected, even when correct, after five of thirty concurrent wrong attempts', async () => {
    const { phone } = await ask.customer();
    await ask.request(phone);
    const code = await ask.codeOn(phone);
    const wrong = Array.from({ length: 30 }, (_, n) => String(n).padStart(6, '0')).filter(
      (one) => one !== code,
    );
    const responses = await Promise.all(wrong.map((one) => ask.verify(phone, one)));
    for (const response of responses) expect(response).toMatchObject(WRONG_CODE);
    expect(await ask.verify(phone, code)).toMatchObject(WRONG_CODE);
    const [row] = await server.db
      .select()
      .from(codes)
      .where(eq(codes.subject, ask.subjectOf(phone)));
    expect(row).toMatchObject({ attemptsLeft: 0, tokenHash: null });
  });

  it('is accepted at the fifth attempt', async () => {
    const { phone } = await ask.customer();
    await ask.request(phone);
    const code = await ask.codeOn(phone);
    for (let n = 0; n < 4; n += 1) await ask.verify(phone, code === '000000' ? '000001' : '000000');
    expect((await ask.verify(phone, code)).status).toBe(200);
  });

  it.each(['', 'abcdef', '12345', '1234567', null, undefined, 12])(
    'returns WRONG_CODE for %o',
    async (code) => {
      const { phone } = await ask.customer();
      expect(await ask.verify(phone, code)).toMatchObject(WRONG_CODE);
    },
  );

  it('expires after ten minutes, its token after ten more', async () => {
    const early = await ask.customer();
    const late = await ask.customer();
    for (const { phone } of [early, late]) await ask.request(phone);
    const first = await ask.codeOn(early.phone);
    const second = await ask.codeOn(late.phone);
    server.clock.advance(10 * MINUTE - 1);
    const { body } = await ask.verify(early.phone, first);
    server.clock.advance(1);
    expect(await ask.verify(late.phone, second)).toMatchObject(WRONG_CODE);
    server.clock.advance(10 * MINUTE - 1);
    expect(await ask.reset(early.phone, body.resetToken, 'nouveau')).toMatchObject(NOT_VERIFIED);
    const again = await ask.tokenOf(early.phone);
    server.clock.advance(10 * MINUTE - 1);
    expect((await ask.reset(early.phone, again, 'nouveau')).status).toBe(200);
  });

  it('belongs to one number: neither it nor its token works for another', async () => {
    const mine = await ask.customer();
    const theirs = await ask.customer();
    for (const { phone } of [mine, theirs]) await ask.request(phone);
    const code = await ask.codeOn(mine.phone);
    if (code !== (await ask.codeOn(theirs.phone))) {
      expect(await ask.verify(theirs.phone, code)).toMatchObject(WRONG_CODE);
    }
    const { body } = await ask.verify(mine.phone, code);
    for (const token of [body.resetToken, '', null, undefined, 'x'.repeat(43)]) {
      expect(await ask.reset(theirs.phone, token, 'volé')).toMatchObject(NOT_VERIFIED);
    }
    expect(await ask.login(theirs.phone, 'oublié')).toBe(200);
  });

  it('is invalidated with its token when a newer one is sent', async () => {
    const { phone } = await ask.customer();
    await ask.request(phone);
    const old = await ask.codeOn(phone);
    server.clock.advance(MINUTE);
    await ask.request(phone);
    const newer = await ask.codeOn(phone);
    if (old !== newer) expect(await ask.verify(phone, old)).toMatchObject(WRONG_CODE);
    const { body } = await ask.verify(phone, newer);
    server.clock.advance(MINUTE);
    await ask.request(phone);
    expect(await ask.reset(phone, body.resetToken, 'nouveau')).toMatchObject(NOT_VERIFIED);
  });
});

describe('concurrent requests', () => {
  it('exchange a correct code for one token', async () => {
    const { phone } = await ask.customer();
    await ask.request(phone);
    const code = await ask.codeOn(phone);
    const responses = await Promise.all(Array.from({ length: 10 }, () => ask.verify(phone, code)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const response of responses.filter(({ status }) => status !== 200))
      expect(response).toMatchObject(WRONG_CODE);
  });

  it('never leave a valid token for an old code when a newer one is sent', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { phone } = await ask.customer();
      await ask.request(phone);
      const code = await ask.codeOn(phone);
      server.clock.advance(MINUTE);
      const [checked] = await Promise.all([ask.verify(phone, code), ask.request(phone)]);
      expect([200, 400]).toContain(checked.status);
      if (checked.status === 200)
        expect(await ask.reset(phone, checked.body.resetToken, 'nouveau')).toMatchObject(NOT_VERIFIED);
    }
  });

  it('with one token during a sign-in reset the password once and leave no session', async () => {
    for (let round = 0; round < 2; round += 1) {
      const { phone, id } = await ask.customer();
      const token = await ask.tokenOf(phone);
      const [, ...responses] = await Promise.all([
        ask.login(phone, 'oublié'),
        ...Array.from({ length: 5 }, () => ask.reset(phone, token, 'nouveau')),
      ]);
      expect(responses.map(({ status }) => status).sort()).toEqual([200, 403, 403, 403, 403]);
      expect(await server.db.select().from(sessions).where(eq(sessions.userId, id))).toEqual([]);
    }
  });
});

it('sweeps expired codes, not valid ones', async () => {
  const expired = await ask.customer();
  const valid = await ask.customer();
  await ask.request(expired.phone);
  server.clock.advance(10 * MINUTE);
  await ask.request(valid.phone);
  await sweepCodes(server.ctx);
  const left = (await server.db.select().from(codes)).map(({ subject }) => subject);
  expect(left).toEqual([ask.subjectOf(valid.phone)]);
});

describe('proving a phone', () => {
  let server: TestApp;
  let customer: Visitor;

  beforeAll(async () => {
    server = await startTestApp({ settings: { phoneProof: true } });
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    customer = await server.signIn('customer');
  });

  const REQUIRED = { status: 403, body: { code: 'PHONE_PROOF_REQUIRED' } };
  const chat = (visitor = customer) =>
    server.call(visitor, 'POST', '/chat/start', { patientName: 'Afi', initialMessage: 'Bonjour docteur' });
  const card = (visitor = customer) =>
    server.call(visitor, 'POST', '/insurances', { label: 'NSIA', taux: 80, url: NO_FILE });
  const upload = ({ row }: Visitor) =>
    uploadFile(
      { ...server.ctx, actor: { _id: row.id, type: row.type, name: row.name, phone: row.phone } },
      { file: Buffer.from('no picture'), type: 'prescription' },
    ).catch((error) => error.code);
  const prove = (resetToken: string, visitor = customer) =>
    server.call(visitor, 'POST', '/auth/phone', { resetToken });
  const phoneOf = ({ row }: Visitor) => row.phone ?? '';

  it('a photograph, a card and a consultation wait for a code sent to the customer’s phone', async () => {
    expect(await chat()).toMatchObject(REQUIRED);
    expect(await card()).toMatchObject(REQUIRED);
    expect(await upload(customer)).toBe('PHONE_PROOF_REQUIRED');
    const token = await recoveryOf(server).tokenOf(phoneOf(customer));
    expect((await prove(token)).status).toBe(204);
    expect((await chat()).status).toBe(201);
    expect((await card()).body.code).not.toBe('PHONE_PROOF_REQUIRED');
    expect(await upload(customer)).toBe('FILE_TYPE');
  });

  it('the token is used once, and only for its own phone', async () => {
    const token = await recoveryOf(server).tokenOf(phoneOf(customer));
    const other = await server.signIn('customer');
    expect(await prove(token, other)).toMatchObject({ status: 403, body: { code: 'PHONE_NOT_VERIFIED' } });
    expect((await prove(token)).status).toBe(204);
    expect((await prove(token)).status).toBe(403);
    expect((await prove('')).status).toBe(403);
  });

  it('a password reset by code proves the phone; another phone has to be proven again', async () => {
    const recovery = recoveryOf(server);
    await recovery.reset(phoneOf(customer), await recovery.tokenOf(phoneOf(customer)), 'nouveau');
    const back = await server.session(customer.row);
    expect((await chat(back)).status).toBe(201);
    const change = { phone: '0196004455', currentPassword: 'nouveau' };
    expect((await server.call(back, 'PUT', '/users/update/me', change)).status).toBe(200);
    expect(await chat(back)).toMatchObject(REQUIRED);
  });

  it('professionals are not asked, and nobody is by default', async () => {
    expect(await upload(await server.signIn('partnerDoctor'))).not.toBe('PHONE_PROOF_REQUIRED');
    const usual = await startTestApp();
    const visitor = await usual.signIn('customer');
    const body = { patientName: 'Afi', initialMessage: 'Bonjour docteur' };
    expect((await usual.call(visitor, 'POST', '/chat/start', body)).status).toBe(201);
    await usual.close();
  });
});
