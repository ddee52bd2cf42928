import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildMedication, buildZone } from '../builders/catalogue.ts';
import { idempotencyKeys } from '../database/schema/idempotency.ts';
import { payments } from '../database/schema/payments.ts';
import { elsewhere } from '../testing/pay.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';
import { sweepIdempotencyKeys } from './idempotency.ts';

let t: TestApp;
let customer: Visitor;
let order: object;
let providerIsAway = false;
/** Holds up the provider's next answer, and says when it has been asked. */
let nextAnswer: { asked: () => void; after: Promise<void> } | null = null;

beforeAll(async () => {
  t = await startTestApp();
  const { openPortal } = t.ctx.payments;
  t.ctx.payments.openPortal = async (request) => {
    if (providerIsAway) throw new Error('the provider is away');
    const held = nextAnswer;
    nextAnswer = null;
    held?.asked();
    await held?.after;
    return openPortal(request);
  };
});
afterAll(() => t.close());

beforeEach(async () => {
  providerIsAway = false;
  customer = await t.signIn('customer');
  const [zone, medication] = await Promise.all([buildZone(t.db), buildMedication(t.db)]);
  order = {
    prescription: { type: 'numerical', items: [{ medicationId: medication.id, quantity: 2 }] },
    deliveryZone: zone.id,
    deliveryAddress: 'Carré 12, Zogbo',
  };
});

const pay = (key: string | null, body: object = { order }, visitor = customer) =>
  t.call(visitor, 'POST', '/payments', body, key === null ? {} : { 'idempotency-key': key });
const opened = async (visitor = customer) =>
  (await t.db.select().from(payments).where(eq(payments.customerId, visitor.row.id))).length;

/** A call that has taken its key and waits for the provider. */
async function heldUp(key: string) {
  const { promise: asked, resolve } = Promise.withResolvers<void>();
  const { promise: after, resolve: goOn, reject } = Promise.withResolvers<void>();
  nextAnswer = { asked: resolve, after };
  const answer = pay(key);
  await asked;
  return { answer, goOn, fail: () => reject(new Error('the provider went away')) };
}

describe('the same key', () => {
  it('and body give the first answer again, and nothing happens twice', async () => {
    const first = await pay('one');
    expect(first.status).toBe(201);
    expect(await pay('one')).toMatchObject({ status: 201, body: first.body });
    expect(await opened()).toBe(1);
    // Without a key, each call runs on its own.
    for (const key of [null, '']) expect((await pay(key, { order: elsewhere(order) })).status).toBe(201);
    expect(await opened()).toBe(3);
  });

  it('at once runs once: the others are told to wait, then get its answer (R29)', async () => {
    for (let round = 0; round < 10; round += 1) {
      const key = `round ${round}`;
      const before = await opened();
      const body = { order: elsewhere(order) };
      const answers = await Promise.all(Array.from({ length: 20 }, () => pay(key, body)));
      const done = answers.filter(({ status }) => status === 201);
      expect(done.length).toBeGreaterThan(0);
      expect(new Set(done.map(({ body }) => body.transactionId)).size).toBe(1);
      for (const { status, body } of answers) {
        if (status !== 201) expect([status, body.code]).toEqual([409, 'IN_PROGRESS']);
      }
      expect((await pay(key, body)).body).toEqual(done[0]!.body);
      expect(await opened()).toBe(before + 1);
    }
  });

  it('with another body, or for another call, is 422 KEY_REUSED', async () => {
    await pay('two');
    const other = await pay('two', { order: { ...order, deliveryAddress: 'Ailleurs' } });
    expect([other.status, other.body.code]).toEqual([422, 'KEY_REUSED']);
    const placed = await t.call(customer, 'POST', '/orders', order, { 'idempotency-key': 'two' });
    expect([placed.status, placed.body.code]).toEqual([422, 'KEY_REUSED']);
    expect(await opened()).toBe(1);
  });

  it('of somebody else is another key', async () => {
    const neighbour = await t.signIn('customer');
    const [mine, theirs] = [await pay('three'), await pay('three', { order }, neighbour)];
    expect(theirs.status).toBe(201);
    expect(theirs.body.transactionId).not.toBe(mine.body.transactionId);
  });
});

describe('what was refused may be tried again with its key', () => {
  it('after our provider was away', async () => {
    providerIsAway = true;
    expect((await pay('four')).status).toBe(503);
    providerIsAway = false;
    expect((await pay('four')).status).toBe(201);
  });

  it('after a correction of the form, which never took the key', async () => {
    expect((await pay('five', { order: { ...order, deliveryAddress: '' } })).status).toBe(422);
    expect((await pay('five')).status).toBe(201);
  });
});

describe('a key', () => {
  it('whose call never ended is free after a minute', async () => {
    await pay('six');
    await t.db
      .update(idempotencyKeys)
      .set({ status: null, answer: null })
      .where(eq(idempotencyKeys.key, 'six'));
    t.clock.advance(59);
    expect((await pay('six')).body.code).toBe('IN_PROGRESS');
    t.clock.advance(2);
    expect((await pay('six')).status).toBe(201);
  });

  it('taken over is the second call’s: the late success of the first changes nothing', async () => {
    const first = await heldUp('nine');
    t.clock.advance(61);
    const second = await heldUp('nine');
    first.goOn();
    const late = await first.answer;
    expect(late.status).toBe(201);
    expect((await pay('nine')).body.code).toBe('IN_PROGRESS');
    second.goOn();
    const { body } = await second.answer;
    expect(body.transactionId).not.toBe(late.body.transactionId);
    expect(await pay('nine')).toMatchObject({ status: 201, body });
    expect(await opened()).toBe(2);
  });

  it('taken over is the second call’s: the late failure of the first does not free it', async () => {
    const first = await heldUp('ten');
    t.clock.advance(61);
    const { status, body } = await pay('ten');
    expect(status).toBe(201);
    first.fail();
    expect((await first.answer).status).toBe(503);
    expect(await pay('ten')).toMatchObject({ status: 201, body });
    expect(await opened()).toBe(2);
  });

  it('is kept a day', async () => {
    const first = await pay('seven');
    t.clock.advance(23 * 3600);
    await sweepIdempotencyKeys(t.db, t.clock.now());
    customer = await t.session(customer.row);
    expect((await pay('seven')).body).toEqual(first.body);
    t.clock.advance(2 * 3600);
    await sweepIdempotencyKeys(t.db, t.clock.now());
    customer = await t.session(customer.row);
    expect((await pay('seven')).body.transactionId).not.toBe(first.body.transactionId);
  });

  it('longer than 200 characters is none', async () => {
    expect((await pay('x'.repeat(200))).status).toBe(201);
    const longer = await pay('x'.repeat(201));
    expect([longer.status, longer.body.code]).toEqual([400, 'BAD_REQUEST']);
  });

  it('changes nothing for a call that may be repeated anyway', async () => {
    const admin = await t.signIn('superAdmin');
    const create = (label: string) =>
      t.call(admin, 'POST', '/zones', { label, price: 500 }, { 'idempotency-key': 'eight' });
    expect([(await create('Akpakpa')).status, (await create('Fidjrossè')).status]).toEqual([201, 201]);
  });
});
