import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { expectInvariants } from '../testing/invariants.ts';
import {
  type Basket,
  elsewhere,
  fillBasket,
  openPayment,
  providerDoes,
  readPayment,
} from '../testing/pay.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';

const MISSING = { success: false, code: 'NOT_FOUND', message: 'Élément introuvable' };

let server: TestApp;
let customer: Visitor;
let basket: Basket;

beforeAll(async () => {
  server = await startTestApp();
  basket = await fillBasket(server);
});
afterAll(async () => {
  await expectInvariants(server.db);
  await server.close();
});
afterEach(() => vi.restoreAllMocks());
beforeEach(async () => {
  customer = await server.signIn('customer');
});

describe('GET /payments/:transactionId', () => {
  it('returns the payment to its customer', async () => {
    const { transactionId } = await openPayment(server, customer, { order: basket.order });
    expect(await readPayment(server, customer, transactionId)).toEqual({
      transactionId,
      status: 'pending',
      amount: 4825,
      orderId: null,
    });
  });

  it('returns 404 to another customer, as for a missing payment, 200 to supervisors and 403 to other types', async () => {
    const { transactionId } = await openPayment(server, customer, { order: basket.order });
    const path = `/payments/${transactionId}`;
    const other = await server.signIn('customer');
    const missing = await server.call(other, 'GET', '/payments/TX-none');
    expect(missing).toMatchObject({ status: 404, body: MISSING });
    expect(await server.call(other, 'GET', path)).toMatchObject({ status: 404, body: missing.body });
    for (const type of ['supervisor', 'superAdmin'] as const) {
      expect((await readPayment(server, await server.signIn(type), transactionId)).amount).toBe(4825);
    }
    for (const type of ['agent', 'pharmacy', 'deliveryPerson', 'partnerDoctor'] as const) {
      expect((await server.call(await server.signIn(type), 'GET', path)).status).toBe(403);
    }
  });

  it('does not query the provider when a supervisor reads it', async () => {
    const { transactionId } = await openPayment(server, customer, { order: basket.order });
    const asked = vi.spyOn(server.ctx.payments, 'ask');
    await readPayment(server, await server.signIn('supervisor'), transactionId);
    expect(asked).toHaveBeenCalledTimes(0);
    await readPayment(server, customer, transactionId);
    expect(asked).toHaveBeenCalledTimes(1);
  });

  it('queries the provider at most once in two seconds for a payment, however often it is read', async () => {
    const first = await openPayment(server, customer, { order: elsewhere(basket.order) });
    const second = await openPayment(server, customer, { order: elsewhere(basket.order) });
    const asked = vi.spyOn(server.ctx.payments, 'ask');
    const read = ({ transactionId }: { transactionId: string }) =>
      readPayment(server, customer, transactionId);
    const answers = await Promise.all(Array.from({ length: 20 }, () => read(first)));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill('pending'));
    expect(asked).toHaveBeenCalledTimes(1);
    await read(second);
    expect(asked).toHaveBeenCalledTimes(2);
    server.clock.advance(1);
    await read(first);
    expect(asked).toHaveBeenCalledTimes(2);
    server.clock.advance(1);
    await read(first);
    expect(asked).toHaveBeenCalledTimes(3);
  });

  it('answers what the provider says to all who read at once', async () => {
    const { transactionId } = await openPayment(server, customer, { order: elsewhere(basket.order) });
    await providerDoes(server, transactionId, 'silent');
    const asked = vi.spyOn(server.ctx.payments, 'ask');
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => readPayment(server, customer, transactionId)),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill('paid'));
    expect(asked).toHaveBeenCalledTimes(1);
  });

  it('is never late with what is in the database, and two seconds late with what only the provider knows', async () => {
    const told = await openPayment(server, customer, { order: elsewhere(basket.order) });
    const untold = await openPayment(server, customer, { order: elsewhere(basket.order) });
    const statuses = async () => [
      (await readPayment(server, customer, told.transactionId)).status,
      (await readPayment(server, customer, untold.transactionId)).status,
    ];
    expect(await statuses()).toEqual(['pending', 'pending']);
    await providerDoes(server, told.transactionId, 'approve');
    await providerDoes(server, untold.transactionId, 'silent');
    expect(await statuses()).toEqual(['paid', 'pending']);
    server.clock.advance(2);
    expect(await statuses()).toEqual(['paid', 'paid']);
  });

  it('queries the provider again after the clock was set back', async () => {
    const { transactionId } = await openPayment(server, customer, { order: elsewhere(basket.order) });
    const asked = vi.spyOn(server.ctx.payments, 'ask');
    await readPayment(server, customer, transactionId);
    server.clock.advance(-60);
    await readPayment(server, customer, transactionId);
    server.clock.advance(60);
    expect(asked).toHaveBeenCalledTimes(2);
  });
});
