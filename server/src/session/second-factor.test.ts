import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recoveryCodes, secondFactors } from '../database/schema/sessions.ts';
import { connectTo, startLiveTest } from '../testing/live.ts';
import { quickHash } from '../testing/quick-hash.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';
import { codeAt } from './code-at.fixture.ts';
import { recoveryOf } from './recovery.fixture.ts';

const STEP = 30;
const PASSWORD = 'bonjour';

let server: TestApp;
let passwordHash: string;

beforeAll(async () => {
  server = await startTestApp();
  passwordHash = await quickHash(PASSWORD);
});
afterAll(() => server.close());

const start = (visitor: Visitor, body: object = { currentPassword: PASSWORD }) =>
  server.call(visitor, 'POST', '/auth/second-factor', body);
const confirm = (visitor: Visitor, code: string) =>
  server.call(visitor, 'PUT', '/auth/second-factor', { code });
const enter = ({ row }: Visitor, code?: string, password = PASSWORD) =>
  server.call(null, 'POST', '/auth/admin-login', { email: row.email, password, ...(code && { code }) });
const now = () => server.clock.now();
const me = async (visitor: Visitor) => (await server.call(visitor, 'GET', '/auth/me')).status;

/** A supervisor with a second factor. */
async function enrolled(type: Parameters<TestApp['signIn']>[0] = 'supervisor') {
  const visitor = await server.signIn(type, { passwordHash });
  const { secret } = (await start(visitor)).body;
  const { body } = await confirm(visitor, codeAt(secret, now()));
  // The code that confirmed it is used up.
  server.clock.advance(STEP);
  return { visitor, secret: secret as string, codes: body.recoveryCodes as string[] };
}

describe('activating it', () => {
  it('takes the password and a first code; the other sessions end', async () => {
    const visitor = await server.signIn('agent', { passwordHash });
    const other = await server.session(visitor.row);
    const { status, body } = await start(visitor);
    expect(status).toBe(200);
    expect(body.uri).toContain(`secret=${body.secret}`);
    expect(new URL(body.uri)).toMatchObject({ protocol: 'otpauth:', host: 'totp' });
    const confirmed = await confirm(visitor, codeAt(body.secret, now()));
    expect(confirmed.status).toBe(200);
    expect(new Set(confirmed.body.recoveryCodes).size).toBe(10);
    for (const code of confirmed.body.recoveryCodes) expect(code).toMatch(/^\w{4}-\w{4}-\w{4}$/);
    expect([await me(visitor), await me(other)]).toEqual([200, 401]);
    const { body: seen } = await server.call(visitor, 'GET', '/auth/me');
    expect(seen.user.hasSecondFactor).toBe(true);
  });

  it('changes nothing before it is confirmed, nor with a wrong password or code', async () => {
    const visitor = await server.signIn('agent', { passwordHash });
    expect((await start(visitor, { currentPassword: 'faux' })).body.code).toBe('WRONG_PASSWORD');
    expect((await confirm(visitor, '123456')).body.code).toBe('WRONG_SECOND_CODE');
    const { secret } = (await start(visitor)).body;
    const right = codeAt(secret, now());
    expect((await confirm(visitor, right === '000000' ? '000001' : '000000')).status).toBe(422);
    expect((await enter(visitor)).status).toBe(200);
  });

  it('is refused 15 minutes after the secret was offered', async () => {
    const visitor = await server.signIn('agent', { passwordHash });
    const { secret } = (await start(visitor)).body;
    server.clock.advance(15 * 60 + 1);
    expect((await confirm(visitor, codeAt(secret, now()))).status).toBe(422);
  });

  it('again takes a code of the present one, which stays in use until then', async () => {
    const { visitor, secret } = await enrolled();
    expect((await start(visitor)).body.code).toBe('CODE_REQUIRED');
    const code = codeAt(secret, now());
    const { body } = await start(visitor, { currentPassword: PASSWORD, code });
    server.clock.advance(STEP);
    expect((await enter(visitor, codeAt(secret, now()))).status).toBe(200);
    server.clock.advance(STEP);
    expect((await confirm(visitor, codeAt(body.secret, now()))).status).toBe(200);
    server.clock.advance(STEP);
    expect((await enter(visitor, codeAt(secret, now()))).status).toBe(422);
    expect((await enter(visitor, codeAt(body.secret, now()))).status).toBe(200);
  });

  it('is not for customers', async () => {
    expect((await start(await server.signIn('customer', { passwordHash }))).status).toBe(403);
  });

  it('stores neither secret nor recovery codes in clear', async () => {
    const { visitor, secret, codes } = await enrolled();
    const rows = [
      ...(await server.db.select().from(secondFactors).where(eq(secondFactors.userId, visitor.row.id))),
      ...(await server.db.select().from(recoveryCodes).where(eq(recoveryCodes.userId, visitor.row.id))),
    ];
    expect(rows).toHaveLength(11);
    const stored = JSON.stringify(rows);
    for (const one of [secret, ...codes, ...codes.map((code) => code.replaceAll('-', ''))])
      expect(stored).not.toContain(one);
  });
});

describe('signing in', () => {
  it('asks for the code only after the right password', async () => {
    const { visitor, secret } = await enrolled();
    expect(await enter(visitor)).toMatchObject({
      status: 422,
      body: { code: 'CODE_REQUIRED', message: 'Entrez le code de votre application' },
    });
    expect((await enter(visitor, codeAt(secret, now()), 'faux')).body.code).toBe('INVALID_CREDENTIALS');
    const { status, body } = await enter(visitor, codeAt(secret, now()));
    expect([status, body.user.hasSecondFactor]).toEqual([200, true]);
  });

  it('accepts a code once, and none older than an accepted one', async () => {
    const { visitor, secret } = await enrolled();
    const before = codeAt(secret, now());
    const code = codeAt(secret, new Date(now().getTime() + STEP * 1000));
    expect((await enter(visitor, code)).status).toBe(200);
    for (const used of [code, before]) {
      expect(await enter(visitor, used)).toMatchObject({
        status: 422,
        body: { code: 'WRONG_SECOND_CODE', message: 'Code incorrect ou déjà utilisé' },
      });
    }
  });

  it('with one code at once, five times, opens one session', async () => {
    const { visitor, secret } = await enrolled();
    const code = codeAt(secret, now());
    const answers = await Promise.all(Array.from({ length: 5 }, () => enter(visitor, code)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422, 422]);
  });

  it('accepts a recovery code in any notation, once', async () => {
    const { visitor, codes } = await enrolled();
    expect((await enter(visitor, codes[0]?.toUpperCase().replaceAll('-', ' '))).status).toBe(200);
    expect((await enter(visitor, codes[0])).status).toBe(422);
    expect((await enter(visitor, codes[1])).status).toBe(200);
  });

  it('still asks for the code after the password was reset by SMS', async () => {
    const { visitor, secret } = await enrolled();
    const phone = visitor.row.phone ?? '';
    const ask = recoveryOf(server);
    expect((await ask.reset(phone, await ask.tokenOf(phone), 'nouveau')).status).toBe(200);
    expect((await enter(visitor, undefined, 'nouveau')).body.code).toBe('CODE_REQUIRED');
    expect((await enter(visitor, codeAt(secret, now()), 'nouveau')).status).toBe(200);
  });

  it('does not accept the codes of another person', async () => {
    const mine = await enrolled();
    const theirs = await enrolled();
    expect((await enter(mine.visitor, theirs.codes[0])).status).toBe(422);
    expect((await enter(mine.visitor, codeAt(theirs.secret, now()))).status).toBe(422);
  });

  it('allows ten wrong codes in an hour', async () => {
    const { visitor, secret } = await enrolled();
    for (let n = 0; n < 10; n += 1) {
      expect((await enter(visitor, 'aaaa-aaaa-aaaa')).status).toBe(422);
      // The count of sign-ins is a quarter of an hour.
      if (n === 4) server.clock.advance(15 * 60);
    }
    server.clock.advance(15 * 60);
    expect((await enter(visitor, codeAt(secret, now()))).status).toBe(429);
    server.clock.advance(60 * 60);
    expect((await enter(visitor, codeAt(secret, now()))).status).toBe(200);
  });
});

describe('a super administrator', () => {
  it('removes that of a member of staff, whose sessions end', async () => {
    const admin = await server.signIn('superAdmin');
    const { visitor } = await enrolled();
    const remove = (id: string) => server.call(admin, 'DELETE', `/users/${id}/second-factor`);
    expect((await remove(visitor.row.id)).status).toBe(204);
    expect(await me(visitor)).toBe(401);
    expect((await enter(visitor)).status).toBe(200);
    expect((await remove((await server.signIn('superAdmin')).row.id)).status).toBe(403);
  });
});

describe('where it is required', () => {
  let strict: TestApp;

  beforeAll(async () => {
    strict = await startTestApp({ settings: { secondFactorTypes: ['superAdmin', 'supervisor'] } });
  });
  afterAll(() => strict.close());

  it('of a type, others of the staff are asked for nothing', async () => {
    const [supervisor, agent] = [await strict.signIn('supervisor'), await strict.signIn('agent')];
    const codes = await Promise.all(
      [supervisor, agent].map(async (one) => (await strict.call(one, 'GET', '/zones')).body.code),
    );
    expect(codes).toEqual(['SECOND_FACTOR_REQUIRED', undefined]);
  });

  it('they may only activate it; then everything', async () => {
    const visitor = await strict.signIn('superAdmin', { passwordHash });
    const call = async (method: string, path: string) =>
      (await strict.call(visitor, method, path)).body?.code;
    expect((await strict.call(visitor, 'GET', '/auth/me')).body.user.mustEnrol).toBe(true);
    for (const [method, path] of [
      ['GET', '/users'],
      ['GET', '/auth/sessions'],
      ['POST', '/notifications/read-all'],
    ] as const)
      expect(await call(method, path)).toBe('SECOND_FACTOR_REQUIRED');
    const live = await startLiveTest(strict);
    await expect(connectTo(live.url, visitor.token)).rejects.toThrow('unauthorized');
    await live.live.close();
    const { body } = await strict.call(visitor, 'POST', '/auth/second-factor', { currentPassword: PASSWORD });
    const code = codeAt(body.secret, strict.clock.now());
    expect((await strict.call(visitor, 'PUT', '/auth/second-factor', { code })).status).toBe(200);
    expect(await call('GET', '/users')).toBeUndefined();
    expect((await strict.call(visitor, 'GET', '/auth/me')).body.user.mustEnrol).toBeUndefined();
  });
});
