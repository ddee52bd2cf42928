import { generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildUser } from '../builders/user.ts';
import type { PhoneVerifier } from '../ports/phone-verifier.ts';
import { startTestApp, type TestApp, TestClock } from '../testing/test-app.ts';
import { type FakeFirebase, PROJECT, startFirebase } from './firebase.fixture.ts';
import { firebaseVerifier } from './firebase.ts';
import { NOT_VERIFIED, type Recovery, recoveryOf, WRONG_CODE } from './recovery.fixture.ts';
import { sweepCodes } from './sweeps.ts';

const MINUTE = 60;
const UNAVAILABLE = {
  status: 503,
  body: {
    success: false,
    code: 'UNAVAILABLE',
    message: 'Service momentanément indisponible. Veuillez réessayer.',
  },
};

let google: FakeFirebase;
let server: TestApp;
let verifier: PhoneVerifier;
let ask: Recovery;
let phone: string;

const now = () => server.clock.now();

beforeAll(async () => {
  google = await startFirebase(() => now().getTime());
  const phoneVerifier = { project: PROJECT, verify: (token: string) => verifier.verify(token) };
  server = await startTestApp({ phoneVerifier });
  ask = recoveryOf(server);
});
afterAll(async () => {
  await server.close();
  await google.close();
});
beforeEach(async () => {
  verifier = firebaseVerifier(google.settings, { now });
  phone = (await ask.customer()).phone;
  await ask.request(phone);
});

const advance = (seconds: number) => server.clock.advance(seconds);
const seconds = () => Math.floor(now().getTime() / 1000);
const verify = (idToken: unknown, number = phone) => ask.verify(number, undefined, { idToken });

describe('where Firebase sends the codes', () => {
  it('a forgotten password is reset with the token of the right code, once; we send no SMS', async () => {
    const token = await google.sign(phone);
    const { status, body } = await verify(token);
    expect([status, Object.keys(body)]).toEqual([200, ['success', 'resetToken']]);
    expect((await ask.reset(phone, body.resetToken, 'nouveau')).status).toBe(200);
    expect([await ask.login(phone, 'oublié'), await ask.login(phone, 'nouveau')]).toEqual([401, 200]);
    expect(await server.messages()).toEqual([]);
  });

  it('the browser receives the project with the proof of work, and only there', async () => {
    const { body } = await server.call(null, 'GET', '/auth/captcha');
    expect(body.firebase).toEqual(PROJECT);
    const own = await startTestApp();
    expect((await own.call(null, 'GET', '/auth/captcha')).body).not.toHaveProperty('firebase');
    await own.close();
  });

  it('a code of six digits is worth nothing: no one knows what is stored in its place', async () => {
    for (const code of ['000000', '', undefined]) {
      expect(await ask.verify(phone, code)).toMatchObject(WRONG_CODE);
    }
  });

  it('a token of another number, or without its request, is refused', async () => {
    const other = (await ask.customer()).phone;
    await ask.request(other);
    expect(await verify(await google.sign(other))).toMatchObject(WRONG_CODE);
    const body = { phone, idToken: await google.sign(phone) };
    expect(await server.call(null, 'POST', '/auth/verify-otp', body)).toMatchObject(WRONG_CODE);
    // None of it has spent her token.
    expect((await verify(body.idToken)).status).toBe(200);
  });

  it('unknown and disabled numbers get the same answers; their owner cannot reset anything', async () => {
    const strangers = [
      '+2290151000001',
      (await buildUser(server.db, { type: 'customer', active: false })).phone ?? '',
      (await buildUser(server.db, { type: 'superAdmin' })).phone ?? '',
    ];
    const known = await verify(await google.sign(phone));
    for (const stranger of strangers) {
      expect(Object.keys((await ask.request(stranger)).body)).toEqual([
        'success',
        'request',
        'expiresIn',
        'resendIn',
      ]);
      const { status, body } = await verify(await google.sign(stranger), stranger);
      expect([status, Object.keys(body)]).toEqual([known.status, Object.keys(known.body)]);
      expect(await ask.reset(stranger, body.resetToken, 'nouveau')).toMatchObject(NOT_VERIFIED);
    }
  });

  it('five attempts per request remain', async () => {
    for (let n = 0; n < 5; n += 1) expect(await verify('x')).toMatchObject(WRONG_CODE);
    expect(await verify(await google.sign(phone))).toMatchObject(WRONG_CODE);
  });
});

describe('a token is refused', () => {
  it.each<[string, (now: number) => object]>([
    ['for another project', () => ({ aud: 'another-project' })],
    ['for several projects', () => ({ aud: ['another-project', 'third-project'] })],
    ['of another issuer', () => ({ iss: 'https://securetoken.google.com/another-project' })],
    ['of accounts.google.com', () => ({ iss: 'https://accounts.google.com' })],
    ['expired', (now) => ({ exp: now - 2 * MINUTE })],
    ['without an end', () => ({ exp: undefined })],
    ['issued in the future', (now) => ({ iat: now + 2 * MINUTE })],
    ['valid only later', (now) => ({ nbf: now + 2 * MINUTE })],
    ['without a time of issue', () => ({ iat: undefined })],
    ['issued too long ago', (now) => ({ iat: now - 12 * MINUTE })],
    ['refreshed long after the code', (now) => ({ auth_time: now - 10 * MINUTE })],
    ['for a code of the future', (now) => ({ auth_time: now + 2 * MINUTE })],
    ['without the time of the code', () => ({ auth_time: undefined })],
    ['of no one', () => ({ sub: '' })],
    ['without a number', () => ({ phone_number: undefined })],
    ['for a number in another form', () => ({ phone_number: phone.replace('+229', '00229') })],
    ['of a sign-in by e-mail', () => ({ firebase: { sign_in_provider: 'password' } })],
    ['of an own token of the project', () => ({ firebase: { sign_in_provider: 'custom' } })],
  ])('%s', async (_name, claims) => {
    expect(await verify(await google.sign(phone, claims(seconds())))).toMatchObject(WRONG_CODE);
    // The same without this claim is accepted.
    expect((await verify(await google.sign(phone))).status).toBe(200);
  });

  it('not signed (alg none)', async () => {
    const signed = await google.sign(phone);
    const [, payload = ''] = signed.split('.');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
    const none = new UnsecuredJWT(claims).encode();
    for (const token of [none, `${signed.split('.').slice(0, 2).join('.')}.`]) {
      expect(await verify(token)).toMatchObject(WRONG_CODE);
    }
  });

  it('signed with the public key as a shared secret (HS256)', async () => {
    const { published, kid } = google.current();
    const [, payload = ''] = (await google.sign(phone)).split('.');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
    for (const secret of [published.n ?? '', JSON.stringify(published)]) {
      const token = await new SignJWT(claims)
        .setProtectedHeader({ alg: 'HS256', kid })
        .sign(Buffer.from(secret));
      expect(await verify(token)).toMatchObject(WRONG_CODE);
    }
  });

  it('signed by another key, under the name of a published one or its own, or that it brings along', async () => {
    const { privateKey, publicKey } = await generateKeyPair('RS256');
    const { kid, published } = google.current();
    const other = { privateKey, publicKey, kid, published };
    expect(await verify(await google.sign(phone, {}, { key: other }))).toMatchObject(WRONG_CODE);
    const unknown = { ...other, kid: 'unknown' };
    expect(await verify(await google.sign(phone, {}, { key: unknown }))).toMatchObject(WRONG_CODE);
    const header = { jku: `${google.url}/keys`, jwk: published };
    expect(await verify(await google.sign(phone, {}, { key: other, header }))).toMatchObject(WRONG_CODE);
  });

  it('changed after its signature', async () => {
    const [header, payload = '', signature] = (await google.sign('+2290151000001')).split('.');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
    const forged = Buffer.from(JSON.stringify({ ...claims, phone_number: phone })).toString('base64url');
    expect(await verify([header, forged, signature].join('.'))).toMatchObject(WRONG_CODE);
  });

  it.each(['', 'x', 'x.y.z', null, undefined, 12, {}, 'x'.repeat(5_000)])('%o', async (token) => {
    expect(await verify(token)).toMatchObject(WRONG_CODE);
  });
});

describe('one check of a number', () => {
  it('gives one reset token, also by a refreshed ID token', async () => {
    const auth_time = seconds();
    const token = await google.sign(phone, { auth_time });
    expect((await verify(token)).status).toBe(200);
    advance(MINUTE);
    await ask.request(phone);
    expect(await verify(token)).toMatchObject(WRONG_CODE);
    expect(await verify(await google.sign(phone, { auth_time }))).toMatchObject(WRONG_CODE);
    await sweepCodes(server.ctx);
    expect(await verify(token)).toMatchObject(WRONG_CODE);
    expect((await verify(await google.sign(phone))).status).toBe(200);
  });

  it('gives one in ten concurrent calls', async () => {
    const token = await google.sign(phone);
    const responses = await Promise.all(Array.from({ length: 10 }, () => verify(token)));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(400)]);
  });

  it('is forgotten when it is too old anyway', async () => {
    await verify(await google.sign(phone));
    advance(10 * MINUTE);
    await sweepCodes(server.ctx);
    expect((await server.pool.query('select from spent_proofs')).rowCount).toBe(0);
  });
});

describe('without the published keys', () => {
  it('the answer is 503 and uses no attempt; the token remains valid', async () => {
    const token = await google.sign(phone);
    for (const status of [500, 404, 503, 500, 500, 500]) {
      google.keys.status = status;
      expect(await verify(token)).toMatchObject(UNAVAILABLE);
    }
    google.keys.status = 200;
    expect((await verify(token)).status).toBe(200);
  });

  it('the service is silent: 503 too', async () => {
    const token = await google.sign(phone);
    verifier = firebaseVerifier({ ...google.settings, keysUrl: 'http://127.0.0.1:1/keys' }, { now });
    expect(await verify(token)).toMatchObject(UNAVAILABLE);
  });
});

describe('the published keys', () => {
  const clock = new TestClock(new Date('2026-11-20T10:00:00.000Z'));
  const PHONE = '+2290197000001';

  let google: FakeFirebase;
  let verifier: PhoneVerifier;

  beforeAll(async () => {
    google = await startFirebase(() => clock.now().getTime());
  });
  afterAll(() => google.close());
  beforeEach(() => {
    google.readCount = 0;
    google.keys.cacheControl = 'public, max-age=20000';
    verifier = firebaseVerifier(google.settings, clock);
  });

  /** Whether the token of a right code is accepted. */
  const isAccepted = async (key = google.current()) => {
    const verified = await verifier.verify(await google.sign(PHONE, {}, { key }));
    return verified?.phone === PHONE;
  };

  it('are read once, and again when their Cache-Control has passed', async () => {
    google.keys.cacheControl = 'public, max-age=120, must-revalidate';
    expect(await verifier.verify('x.y.z')).toBeNull();
    expect(google.readCount).toBe(0);
    const together = await Promise.all([isAccepted(), isAccepted(), isAccepted()]);
    expect([together, google.readCount]).toEqual([[true, true, true], 1]);
    clock.advance(119);
    expect([await isAccepted(), google.readCount]).toEqual([true, 1]);
    clock.advance(1);
    expect([await isAccepted(), google.readCount]).toEqual([true, 2]);
  });

  it('are kept for ten minutes without Cache-Control', async () => {
    google.keys.cacheControl = undefined;
    await isAccepted();
    clock.advance(599);
    expect([await isAccepted(), google.readCount]).toEqual([true, 1]);
    clock.advance(1);
    expect([await isAccepted(), google.readCount]).toEqual([true, 2]);
  });

  it('are read again for an unknown key, every thirty seconds at most; a key no longer published is refused', async () => {
    await isAccepted();
    const former = await google.rotate();
    expect([await isAccepted(), google.readCount]).toEqual([false, 1]);
    clock.advance(30);
    expect([await isAccepted(), google.readCount]).toEqual([true, 2]);
    expect([await isAccepted(former), google.readCount]).toEqual([false, 2]);
  });
});
