import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { expectInvariants } from '../testing/invariants/invariants.ts';
import { type Basket, fillBasket, openPayment, readPayment } from '../testing/pay.ts';
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
    let requests = 0;
    const { ask } = server.ctx.payments;
    server.ctx.payments.ask = (id) => {
      requests += 1;
      return ask(id);
    };
    await readPayment(server, await server.signIn('supervisor'), transactionId);
    expect(requests).toBe(0);
    await readPayment(server, customer, transactionId);
    expect(requests).toBe(1);
  });
});
