import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { PhoneVerifier } from '../ports/phone-verifier.ts';
import { TestClock } from '../testing/test-app.ts';
import { type FakeFirebase, startFirebase } from './firebase.fixture.ts';
import { firebaseVerifier } from './firebase.ts';

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
