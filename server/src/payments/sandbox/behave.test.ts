import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { orders } from '../../database/schema/orders.ts';
import { payments } from '../../database/schema/payments.ts';
import { expectWhole } from '../../testing/invariants.ts';
import { type Basket, fillBasket, openPayment, place, providerDoes, readPayment } from '../../testing/pay.ts';
import { LATE_MS, startTestApp, type TestApp, type Visitor } from '../../testing/test-app.ts';
import { followUpPayments } from '../following/follow-up-payments.ts';
import { type Behaviour, behave } from './behave.ts';

let server: TestApp;
let customer: Visitor;
let basket: Basket;
let transactionId: string;

beforeAll(async () => {
  server = await startTestApp();
  basket = await fillBasket(server);
});
afterAll(async () => {
  await expectWhole(server.db);
  await server.close();
});
beforeEach(async () => {
  customer = await server.signIn('customer');
  ({ transactionId } = await openPayment(server, customer, { order: basket.order }));
});

const provider = (behaviour: Behaviour) => providerDoes(server, transactionId, behaviour);
const made = () => server.db.select().from(orders).where(eq(orders.customerId, customer.row.id));
/** As it stands here: without asking the provider. */
const stored = async () => {
  const found = await server.db.select().from(payments).where(eq(payments.transactionId, transactionId));
  return found[0]!.status;
};
const placed = async () => (await place(server, customer, basket.order, transactionId)).status;

describe('each way a provider behaves', () => {
  it('approve: our webhook has made the order before the page says so', async () => {
    expect(await provider('approve')).toBe('paid');
    expect([await stored(), await placed()]).toEqual(['paid', 200]);
  });

  it('decline: no order, and another payment may be opened', async () => {
    expect(await provider('decline')).toBe('declined');
    expect([await stored(), await placed()]).toEqual(['failed', 402]);
    expect((await readPayment(server, customer, transactionId)).status).toBe('failed');
    const next = await openPayment(server, customer, { order: basket.order });
    await providerDoes(server, next.transactionId, 'approve');
    expect((await place(server, customer, basket.order, next.transactionId)).status).toBe(200);
    expect(await made()).toHaveLength(1);
  });

  it('approve-late: nothing yet, then the call that makes the order', async () => {
    expect(await provider('approve-late')).toBe('processing');
    expect(await placed()).toBe(402);
    await vi.waitFor(async () => expect(await stored()).toBe('paid'), { timeout: 60_000 });
    expect(await placed()).toBe(200);
  });

  it('approve-late, its call lost: the books know the hour', async () => {
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
    expect(await made()).toHaveLength(1);
  });

  it('wrong-amount: put aside, whoever asks', async () => {
    expect(await provider('wrong-amount')).toBe('paid');
    expect([await stored(), await placed()]).toEqual(['review', 402]);
    expect(await made()).toEqual([]);
  });

  it('silent: nobody is told; whoever asks first makes the order', async () => {
    expect(await provider('silent')).toBe('processing');
    expect([await stored(), (await made()).length]).toEqual(['pending', 0]);
    expect((await readPayment(server, customer, transactionId)).status).toBe('paid');
    expect([await placed(), (await made()).length]).toEqual([200, 1]);
  });

  it('silent, and nobody asks: the job does', async () => {
    await provider('silent');
    server.clock.advance(30);
    await followUpPayments(server.ctx);
    expect([await stored(), (await made()).length]).toEqual(['paid', 1]);
  });
});

it('a decline after the money, and a second approval, change nothing', async () => {
  await provider('approve');
  for (const late of ['decline', 'approve', 'wrong-amount'] as const) await provider(late);
  expect([await stored(), (await made()).length]).toEqual(['paid', 1]);
});

it('a late call that finds the server stopped ends nothing', async () => {
  const unhandled = vi.fn();
  process.on('unhandledRejection', unhandled);
  const calls: string[] = [];
  const books = { db: server.db, clock: server.clock, secret: '', lateMs: 1 };
  const deliver = async () => {
    calls.push('called');
    throw new Error('the server has stopped');
  };
  await behave({ ...books, deliver }, transactionId, 'approve-late');
  await vi.waitFor(() => expect(calls).toEqual(['called']), { timeout: 60_000 });
  await new Promise((done) => setImmediate(done));
  process.off('unhandledRejection', unhandled);
  expect(unhandled).not.toHaveBeenCalled();
});
