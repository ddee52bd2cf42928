import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codes, sessions } from '../database/schema/sessions.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
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
