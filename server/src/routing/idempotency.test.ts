import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildMedication, buildZone } from '../builders/catalogue.ts';
import { payments } from '../database/schema/payments.ts';
import { idempotencyKeys } from '../database/schema/sessions.ts';
import { elsewhere } from '../testing/pay.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';
import { sweepIdempotencyKeys } from './idempotency.ts';

let t: TestApp;
let customer: Visitor;
let order: object;
let isProviderDown = false;
/** Delays the provider's next response and reports when it is called. */
let nextResponse: { onCall: () => void; after: Promise<void> } | null = null;

beforeAll(async () => {
  t = await startTestApp();
  const { openPortal } = t.ctx.payments;
  t.ctx.payments.openPortal = async (request) => {
    if (isProviderDown) throw new Error('the provider is down');
    const delayed = nextResponse;
    nextResponse = null;
    delayed?.onCall();
    await delayed?.after;
    return openPortal(request);
  };
});
afterAll(() => t.close());

beforeEach(async () => {
  isProviderDown = false;
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
async function delayedCall(key: string) {
  const { promise: called, resolve } = Promise.withResolvers<void>();
  const { promise: after, resolve: goOn, reject } = Promise.withResolvers<void>();
  nextResponse = { onCall: resolve, after };
  const response = pay(key);
  await called;
  return { response, goOn, fail: () => reject(new Error('the provider went down')) };
}

describe('the same key', () => {
  it('with the same body returns the first response without a second effect', async () => {
    const first = await pay('one');
    expect(first.status).toBe(201);
    expect(await pay('one')).toMatchObject({ status: 201, body: first.body });
    expect(await opened()).toBe(1);
    // Without a key, each call runs on its own.
    for (const key of [null, '']) expect((await pay(key, { order: elsewhere(order) })).status).toBe(201);
    expect(await opened()).toBe(3);
  });

  it('in concurrent calls runs once; the others get 409 or the response', async () => {
    for (let round = 0; round < 10; round += 1) {
      const key = `round ${round}`;
      const before = await opened();
      const body = { order: elsewhere(order) };
      const responses = await Promise.all(Array.from({ length: 20 }, () => pay(key, body)));
      const done = responses.filter(({ status }) => status === 201);
      expect(done.length).toBeGreaterThan(0);
      expect(new Set(done.map(({ body }) => body.transactionId)).size).toBe(1);
      for (const { status, body } of responses) {
        if (status !== 201) expect([status, body.code]).toEqual([409, 'IN_PROGRESS']);
      }
      expect((await pay(key, body)).body).toEqual(done[0]!.body);
      expect(await opened()).toBe(before + 1);
    }
  });

  it('with another body or for another endpoint returns 422 KEY_REUSED', async () => {
    await pay('two');
    const other = await pay('two', { order: { ...order, deliveryAddress: 'Ailleurs' } });
    expect([other.status, other.body.code]).toEqual([422, 'KEY_REUSED']);
    const placed = await t.call(customer, 'POST', '/orders', order, { 'idempotency-key': 'two' });
    expect([placed.status, placed.body.code]).toEqual([422, 'KEY_REUSED']);
    expect(await opened()).toBe(1);
  });

  it('of another user is a different key', async () => {
    const neighbour = await t.signIn('customer');
    const mine = await pay('three');
    const theirs = await pay('three', { order }, neighbour);
    expect(theirs.status).toBe(201);
    expect(theirs.body.transactionId).not.toBe(mine.body.transactionId);
  });
});

describe('a failed call can be retried with its key', () => {
  it('after the provider was down', async () => {
    isProviderDown = true;
    expect((await pay('four')).status).toBe(503);
    isProviderDown = false;
    expect((await pay('four')).status).toBe(201);
  });

  it('after a validation error, which does not take the key', async () => {
    expect((await pay('five', { order: { ...order, deliveryAddress: '' } })).status).toBe(422);
    expect((await pay('five')).status).toBe(201);
  });
});

describe('a key', () => {
  it('can be used again after a minute when its call never ended', async () => {
    await pay('six');
    await t.db
      .update(idempotencyKeys)
      .set({ status: null, response: null })
      .where(eq(idempotencyKeys.key, 'six'));
    t.clock.advance(59);
    expect((await pay('six')).body.code).toBe('IN_PROGRESS');
    t.clock.advance(2);
    expect((await pay('six')).status).toBe(201);
  });

  it("stores the second call's response even if the first call succeeds later", async () => {
    const first = await delayedCall('nine');
    t.clock.advance(61);
    const second = await delayedCall('nine');
    first.goOn();
    const late = await first.response;
    expect(late.status).toBe(201);
    expect((await pay('nine')).body.code).toBe('IN_PROGRESS');
    second.goOn();
    const { body } = await second.response;
    expect(body.transactionId).not.toBe(late.body.transactionId);
    expect(await pay('nine')).toMatchObject({ status: 201, body });
    expect(await opened()).toBe(2);
  });

  it('still returns the second call’s response if the first call fails later', async () => {
    const first = await delayedCall('ten');
    t.clock.advance(61);
    const { status, body } = await pay('ten');
    expect(status).toBe(201);
    first.fail();
    expect((await first.response).status).toBe(503);
    expect(await pay('ten')).toMatchObject({ status: 201, body });
    expect(await opened()).toBe(2);
  });

  it('is stored for a day', async () => {
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

  it('returns 400 when longer than 200 characters', async () => {
    expect((await pay('x'.repeat(200))).status).toBe(201);
    const longer = await pay('x'.repeat(201));
    expect([longer.status, longer.body.code]).toEqual([400, 'BAD_REQUEST']);
  });

  it('is ignored by a call that may be repeated', async () => {
    const admin = await t.signIn('superAdmin');
    const create = (label: string) =>
      t.call(admin, 'POST', '/zones', { label, price: 500 }, { 'idempotency-key': 'eight' });
    expect([(await create('Akpakpa')).status, (await create('Fidjrossè')).status]).toEqual([201, 201]);
  });
});
