import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../database/database.ts';
import { readEnv } from '../env.ts';
import { type FakeFirebase, PROJECT, startFirebase } from '../session/firebase.fixture.ts';
import { TestClock } from '../testing/test-app.ts';
import { openProviders } from './providers.ts';

const PHONE = '+2290197000001';
const clock = new TestClock(new Date('2026-11-20T10:00:00.000Z'));
const log = { info() {}, warn() {}, error() {} };
const unusedDb = {} as Database;
let google: FakeFirebase;

beforeAll(async () => {
  google = await startFirebase(() => clock.now().getTime());
});
afterAll(() => google.close());

it('verifies the tokens of the Firebase project of the settings, with keys that are read once', async () => {
  const env = readEnv({
    PHONE_VERIFICATION: 'firebase',
    FIREBASE_PROJECT_ID: PROJECT.projectId,
    FIREBASE_API_KEY: PROJECT.apiKey,
    FIREBASE_AUTH_DOMAIN: PROJECT.authDomain,
    FIREBASE_KEYS_URL: google.settings.keysUrl,
  });
  const { phoneVerifier } = openProviders(env, unusedDb, clock, log);
  expect(phoneVerifier?.project).toEqual(PROJECT);
  const token = await google.sign(PHONE);
  const verified = await Promise.all([phoneVerifier?.verify(token), phoneVerifier?.verify(token)]);
  expect(verified).toMatchObject([{ phone: PHONE }, { phone: PHONE }]);
  expect(await phoneVerifier?.verify('x.y.z')).toBeNull();
  expect(google.readCount).toBe(1);
});

it('verifies none without Firebase', () => {
  expect(openProviders(readEnv({}), unusedDb, clock, log).phoneVerifier).toBeNull();
});
