import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildUser } from '../../builders/user.ts';
import { codes } from '../../database/schema/session/codes.ts';
import { sessions } from '../../database/schema/session/sessions.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { hashPassword } from '../passwords.ts';
import { type Recovery, recoveryOf } from './recovery.fixture.ts';
import { sweepCodes } from './sweep-codes.ts';

const WRONG_CODE = {
  status: 400,
  body: { success: false, code: 'WRONG_CODE', message: 'Code incorrect ou expiré' },
};
const NOT_VERIFIED = {
  status: 403,
  body: {
    success: false,
    code: 'PHONE_NOT_VERIFIED',
    message: "Veuillez d'abord vérifier votre numéro de téléphone",
  },
};
const MINUTE = 60;

let server: TestApp;
let passwordHash: string;
let ask: Recovery;

beforeAll(async () => {
  server = await startTestApp();
  passwordHash = await hashPassword('oublié');
  ask = recoveryOf(server);
});
afterAll(() => server.close());

const customer = async () => {
  const row = await buildUser(server.db, { type: 'customer', passwordHash });
  return { ...row, phone: row.phone ?? '' };
};
const login = async (phone: string, password: string) =>
  (await server.call(null, 'POST', '/auth/login', { identifier: phone, password })).status;

describe('a forgotten password', () => {
  it('is replaced by whoever reads the code on that telephone, and by nobody twice', async () => {
    const { phone } = await customer();
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
    expect([await login(phone, 'oublié'), await login(phone, 'nouveau')]).toEqual([401, 200]);
    expect(await ask.verify(phone, code)).toMatchObject(WRONG_CODE);
    expect(await ask.reset(phone, body.resetToken, 'encore')).toMatchObject(NOT_VERIFIED);
    expect(await login(phone, 'nouveau')).toBe(200);
  });

  it('stands nowhere but on the telephone: tables and queue hold neither code nor token', async () => {
    const { phone } = await customer();
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

  it('ends every session of that person alone, and forgets wrong passwords (R24)', async () => {
    const { phone, ...row } = await customer();
    const devices = await Promise.all([1, 2, 3].map(() => server.session({ ...row, phone })));
    const other = await server.signIn('customer');
    for (let tries = 0; tries < 10; tries += 1) await login(phone, 'faux');
    const token = await ask.tokenOf(phone);
    expect(await login(phone, 'oublié')).toBe(429);
    expect((await ask.reset(phone, token, 'nouveau')).status).toBe(200);
    const seen = await Promise.all(
      [...devices, other].map(async (one) => (await server.call(one, 'GET', '/auth/me')).status),
    );
    expect(seen).toEqual([401, 401, 401, 200]);
    expect(await login(phone, 'nouveau')).toBe(200);
  });

  it('is written as at the sign-up: 422 under four characters (B3), and the token is still good', async () => {
    const { phone } = await customer();
    const token = await ask.tokenOf(phone);
    expect(await ask.reset(phone, token, 'abc')).toMatchObject({
      status: 422,
      body: { fields: { password: 'Le mot de passe doit contenir au moins 4 caractères' } },
    });
    expect((await ask.reset(phone, token, 'abcd')).status).toBe(200);
  });

  it('of a professional is replaced by their telephone too; they log in by e-mail', async () => {
    const { phone, email } = await buildUser(server.db, { type: 'supervisor', passwordHash });
    const token = await ask.tokenOf(phone ?? '');
    expect((await ask.reset(phone ?? '', token, 'nouveau')).status).toBe(200);
    const answer = await server.call(null, 'POST', '/auth/admin-login', { email, password: 'nouveau' });
    expect(answer.status).toBe(200);
  });
});

describe('a code', () => {
  it('wrong five times is dead, the right one then too (B6); thirty at once get five answers', async () => {
    const { phone } = await customer();
    await ask.request(phone);
    const code = await ask.codeOn(phone);
    const wrong = Array.from({ length: 30 }, (_, n) => String(n).padStart(6, '0')).filter(
      (one) => one !== code,
    );
    const answers = await Promise.all(wrong.map((one) => ask.verify(phone, one)));
    for (const answer of answers) expect(answer).toMatchObject(WRONG_CODE);
    expect(await ask.verify(phone, code)).toMatchObject(WRONG_CODE);
    const [row] = await server.db
      .select()
      .from(codes)
      .where(eq(codes.subject, ask.subjectOf(phone)));
    expect(row).toMatchObject({ triesLeft: 0, tokenHash: null });
  });

  it('right at the fifth try is right', async () => {
    const { phone } = await customer();
    await ask.request(phone);
    const code = await ask.codeOn(phone);
    for (let n = 0; n < 4; n += 1) await ask.verify(phone, code === '000000' ? '000001' : '000000');
    expect((await ask.verify(phone, code)).status).toBe(200);
  });

  it.each(['', 'abcdef', '12345', '1234567', null, undefined, 12])('%o is a wrong one', async (code) => {
    const { phone } = await customer();
    expect(await ask.verify(phone, code)).toMatchObject(WRONG_CODE);
  });

  it('lives ten minutes, its token ten more', async () => {
    const [early, late] = [await customer(), await customer()];
    for (const { phone } of [early, late]) await ask.request(phone);
    const [first, second] = [await ask.codeOn(early.phone), await ask.codeOn(late.phone)];
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

  it('is of one number: neither it nor its token opens another (B8)', async () => {
    const [mine, theirs] = [await customer(), await customer()];
    for (const { phone } of [mine, theirs]) await ask.request(phone);
    const code = await ask.codeOn(mine.phone);
    if (code !== (await ask.codeOn(theirs.phone))) {
      expect(await ask.verify(theirs.phone, code)).toMatchObject(WRONG_CODE);
    }
    const { body } = await ask.verify(mine.phone, code);
    for (const token of [body.resetToken, '', null, undefined, 'x'.repeat(43)]) {
      expect(await ask.reset(theirs.phone, token, 'volé')).toMatchObject(NOT_VERIFIED);
    }
    expect(await login(theirs.phone, 'oublié')).toBe(200);
  });

  it('dies when a newer one is sent, and so does what it was exchanged for (R23)', async () => {
    const { phone } = await customer();
    await ask.request(phone);
    const old = await ask.codeOn(phone);
    server.clock.advance(MINUTE);
    await ask.request(phone);
    const young = await ask.codeOn(phone);
    if (old !== young) expect(await ask.verify(phone, old)).toMatchObject(WRONG_CODE);
    const { body } = await ask.verify(phone, young);
    server.clock.advance(MINUTE);
    await ask.request(phone);
    expect(await ask.reset(phone, body.resetToken, 'nouveau')).toMatchObject(NOT_VERIFIED);
  });
});

describe('whom no code reaches', () => {
  it('nobody, a disabled account, a super administrator: the same answer, byte for byte, and no message (B7)', async () => {
    const known = await customer();
    const strangers = [
      '+2290151000001',
      (await buildUser(server.db, { type: 'customer', active: false })).phone ?? '',
      (await buildUser(server.db, { type: 'superAdmin' })).phone ?? '',
      (await buildUser(server.db, { type: 'customer', phone: '+229019700000123' })).phone ?? '',
    ];
    const expected = await ask.request(known.phone);
    for (const phone of strangers) {
      const { status, body, headers } = await ask.request(phone);
      expect([status, JSON.stringify(body)]).toEqual([200, JSON.stringify(expected.body)]);
      expect(Object.keys(headers).sort()).toEqual(Object.keys(expected.headers).sort());
      expect(await ask.verify(phone, '000000')).toMatchObject(WRONG_CODE);
    }
    const reached = (await server.messages()).map(({ to }) => to);
    expect(reached).toContain(known.phone);
    for (const phone of strangers) expect(reached).not.toContain(phone);
  });

  it('whoever is disabled in between changes nothing any more', async () => {
    const { phone, id } = await customer();
    const token = await ask.tokenOf(phone);
    await server.pool.query('update users set active = false where id = $1', [id]);
    expect(await ask.reset(phone, token, 'nouveau')).toMatchObject(NOT_VERIFIED);
  });
});

describe('at once', () => {
  it('the right code ten times: one token (R23)', async () => {
    const { phone } = await customer();
    await ask.request(phone);
    const code = await ask.codeOn(phone);
    const answers = await Promise.all(Array.from({ length: 10 }, () => ask.verify(phone, code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const answer of answers.filter(({ status }) => status !== 200))
      expect(answer).toMatchObject(WRONG_CODE);
  });

  it('a check and a newer code: never a token for the older one that still opens', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { phone } = await customer();
      await ask.request(phone);
      const code = await ask.codeOn(phone);
      server.clock.advance(MINUTE);
      const [checked] = await Promise.all([ask.verify(phone, code), ask.request(phone)]);
      expect([200, 400]).toContain(checked.status);
      if (checked.status === 200)
        expect(await ask.reset(phone, checked.body.resetToken, 'nouveau')).toMatchObject(NOT_VERIFIED);
    }
  });

  it('a token five times, while its owner logs in elsewhere: one reset, no session left (R24)', async () => {
    for (let round = 0; round < 2; round += 1) {
      const { phone, id } = await customer();
      const token = await ask.tokenOf(phone);
      const [, ...answers] = await Promise.all([
        login(phone, 'oublié'),
        ...Array.from({ length: 5 }, () => ask.reset(phone, token, 'nouveau')),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 403, 403, 403, 403]);
      expect(await server.db.select().from(sessions).where(eq(sessions.userId, id))).toEqual([]);
    }
  });
});

it('codes that have run out are swept, live ones are not', async () => {
  const [gone, kept] = [await customer(), await customer()];
  await ask.request(gone.phone);
  server.clock.advance(10 * MINUTE);
  await ask.request(kept.phone);
  await sweepCodes(server.ctx);
  const left = (await server.db.select().from(codes)).map(({ subject }) => subject);
  expect(left).toEqual([ask.subjectOf(kept.phone)]);
});
