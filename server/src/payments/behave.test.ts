import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { orders } from '../database/schema/orders.ts';
import { payments } from '../database/schema/payments.ts';
import { expectInvariants } from '../testing/invariants.ts';
import { type Basket, fillBasket, openPayment, place, providerDoes, readPayment } from '../testing/pay.ts';
import { LATE_MS, startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';
import { followUpPayments } from './confirm.ts';
import { type Behaviour, behave } from './providers/sandbox.ts';

let server: TestApp;
let customer: Visitor;
let basket: Basket;
let transactionId: string;

beforeAll(async () => {
  server = await startTestApp();
  basket = await fillBasket(server);
});
afterAll(async () => {
  await expectInvariants(server.db);
  await server.close();
});
beforeEach(async () => {
  customer = await server.signIn('customer');
  ({ transactionId } = await openPayment(server, customer, { order: basket.order }));
});

const provider = (behaviour: Behaviour) => providerDoes(server, transactionId, behaviour);
const customerOrders = () => server.db.select().from(orders).where(eq(orders.customerId, customer.row.id));
/** The stored status, without a request to the provider. */
const stored = async () => {
  const found = await server.db.select().from(payments).where(eq(payments.transactionId, transactionId));
  return found[0]!.status;
};
const placed = async () => (await place(server, customer, basket.order, transactionId)).status;

describe('each simulated behaviour', () => {
  it('approve: the webhook creates the order before the page shows the outcome', async () => {
    expect(await provider('approve')).toBe('paid');
    expect([await stored(), await placed()]).toEqual(['paid', 200]);
  });

  it('decline: no order, and another payment can be opened', async () => {
    expect(await provider('decline')).toBe('declined');
    expect([await stored(), await placed()]).toEqual(['failed', 402]);
    expect((await readPayment(server, customer, transactionId)).status).toBe('failed');
    const next = await openPayment(server, customer, { order: basket.order });
    await providerDoes(server, next.transactionId, 'approve');
    expect((await place(server, customer, basket.order, next.transactionId)).status).toBe(200);
    expect(await customerOrders()).toHaveLength(1);
  });

  it('approve-late: no order until the late webhook call', async () => {
    expect(await provider('approve-late')).toBe('processing');
    expect(await placed()).toBe(402);
    await vi.waitFor(async () => expect(await stored()).toBe('paid'), { timeout: 60_000 });
    expect(await placed()).toBe(200);
  });

  it('approve-late with a lost webhook call: the stored time confirms the payment', async () => {
    const lost = { db: server.db, clock: server.clock, secret: '', lateMs: LATE_MS * 1000 };
    await behave({ ...lost, deliver: async () => {} }, transactionId, 'approve-late');
    server.clock.advance(LATE_MS - 1);
    expect(await placed()).toBe(402);
    server.clock.advance(1);
    expect(await placed()).toBe(201);
  });

  it('approve-twice: two events, one order', async () => {
    expect(await provider('approve-twice')).toBe('paid');
    expect([await stored(), await placed()]).toEqual(['paid', 200]);
    expect(await customerOrders()).toHaveLength(1);
  });

  it('wrong-amount: the payment is under review', async () => {
    expect(await provider('wrong-amount')).toBe('paid');
    expect([await stored(), await placed()]).toEqual(['review', 402]);
    expect(await customerOrders()).toEqual([]);
  });

  it('silent: no webhook call; reading the payment creates the order', async () => {
    expect(await provider('silent')).toBe('processing');
    expect([await stored(), (await customerOrders()).length]).toEqual(['pending', 0]);
    expect((await readPayment(server, customer, transactionId)).status).toBe('paid');
    expect([await placed(), (await customerOrders()).length]).toEqual([200, 1]);
  });

  it('silent and never read: the repeated job creates the order', async () => {
    await provider('silent');
    server.clock.advance(30);
    await followUpPayments(server.ctx);
    expect([await stored(), (await customerOrders()).length]).toEqual(['paid', 1]);
  });
});

it('a decline or a second approval after the confirmation changes nothing', async () => {
  await provider('approve');
  for (const late of ['decline', 'approve', 'wrong-amount'] as const) await provider(late);
  expect([await stored(), (await customerOrders()).length]).toEqual(['paid', 1]);
});

it('a late webhook call to a stopped server causes no unhandled rejection', async () => {
  const unhandled = vi.fn();
  process.on('unhandledRejection', unhandled);
  const calls: string[] = [];
  const sandbox = { db: server.db, clock: server.clock, secret: '', lateMs: 1 };
  const deliver = async () => {
    calls.push('called');
    throw new Error('the server has stopped');
  };
  await behave({ ...sandbox, deliver }, transactionId, 'approve-late');
  await vi.waitFor(() => expect(calls).toEqual(['called']), { timeout: 60_000 });
  await new Promise((done) => setImmediate(done));
  process.off('unhandledRejection', unhandled);
  expect(unhandled).not.toHaveBeenCalled();
});
