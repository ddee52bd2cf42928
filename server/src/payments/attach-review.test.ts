import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildOrder } from '../builders/order.ts';
import { expectInvariants } from '../testing/invariants.ts';
import { elsewhere, fillBasket, openPayment, readPayment, report, reportOf } from '../testing/pay.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';

let server: TestApp;
let supervisor: Visitor;
let agent: Visitor;
let customer: Visitor;

beforeAll(async () => {
  server = await startTestApp();
  supervisor = await server.signIn('supervisor', { name: 'Awa Kora' });
  agent = await server.signIn('agent');
});
beforeEach(async () => {
  customer = await server.signIn('customer');
});
afterAll(async () => {
  await expectInvariants(server.db);
  await server.close();
});

const unpaid = (customerId = customer.row.id) =>
  buildOrder(server.db, { state: 'pre-treatment', customerId, itemsWrittenById: agent.row.id });
async function putAside(change: object): Promise<string> {
  const { order } = await fillBasket(server);
  const opened = await openPayment(server, customer, { order: elsewhere(order) });
  await report(server, reportOf(opened, change));
  return opened.transactionId;
}
const attach = (transactionId: string, order: string, by = supervisor) =>
  server.call(by, 'POST', `/payments/${transactionId}/attach`, { order });
const fitsOf = async (transactionId: string) => {
  const { payments } = (await server.call(supervisor, 'GET', '/payments/review?limit=100')).body;
  return payments.find((one: { transactionId: string }) => one.transactionId === transactionId).fits;
};

describe('a payment under review is attached', () => {
  it('to an unpaid order of its customer that needs exactly what was received', async () => {
    const order = await unpaid();
    const transactionId = await putAside({ amount: order.total });
    expect(await fitsOf(transactionId)).toEqual([{ _id: order.id, number: order.number }]);
    expect([
      (await attach(transactionId, order.id)).status,
      (await attach(transactionId, order.id)).status,
    ]).toEqual([204, 204]);
    expect(await readPayment(server, customer, transactionId)).toMatchObject({
      status: 'paid',
      amount: order.total,
      orderId: order.id,
    });
    const read = (await server.call(customer, 'GET', `/orders/${order.id}`)).body.order;
    expect(read).toMatchObject({ state: 'pending', finalAmount: order.total, transactionId });
    // It is decided: nothing else can happen to it.
    expect((await server.call(supervisor, 'POST', `/payments/${transactionId}/refund`)).status).toBe(404);
  });

  it.each([
    ['of another amount', -1, 'XOF'],
    ['in another currency', 0, 'EUR'],
  ])('to nothing for money %s', async (_name, difference, currency) => {
    const order = await unpaid();
    const transactionId = await putAside({ amount: (order.total ?? 0) + difference, currency });
    expect(await fitsOf(transactionId)).toEqual([]);
    expect((await attach(transactionId, order.id)).body.code).toBe('NOT_EXACT');
  });

  it('to no order of another customer, and to none that is paid', async () => {
    const stranger = await server.signIn('customer');
    const foreign = await unpaid(stranger.row.id);
    const paid = await buildOrder(server.db, { customerId: customer.row.id });
    for (const order of [foreign, paid]) {
      const transactionId = await putAside({ amount: order.total });
      expect(await fitsOf(transactionId)).toEqual([]);
      expect((await attach(transactionId, order.id)).body.code).toBe('NOT_EXACT');
    }
  });

  it('to nothing when its reference belongs to another payment', async () => {
    const order = await unpaid();
    const transactionId = await putAside({ amount: order.total, reference: null });
    expect(await fitsOf(transactionId)).toEqual([]);
    expect((await attach(transactionId, order.id)).body.code).toBe('NOT_EXACT');
  });
});

describe('a transaction that is not ours', () => {
  it('is kept with what was reported, told once, and closed with a note', async () => {
    const event = { transactionId: 'TX-inconnue', amount: 2_000 };
    await report(
      server,
      reportOf(event, { status: 'failed', amount: null, currency: null, reference: null }),
    );
    await report(server, reportOf(event));
    await report(server, reportOf(event));
    const list = async () => (await server.call(supervisor, 'GET', '/payments/review')).body.debits;
    const [debit, ...others] = await list();
    expect([debit, others]).toMatchObject([
      {
        transactionId: 'TX-inconnue',
        received: { amount: 2_000, currency: 'XOF' },
        customer: null,
        canRefund: false,
      },
      [],
    ]);
    const { notifications } = (await server.call(supervisor, 'GET', '/notifications')).body;
    const told = notifications.filter(({ message }: { message: string }) => message.includes('TX-inconnue'));
    expect(told).toHaveLength(1);
    const path = `/debits/${debit._id}`;
    expect((await server.call(supervisor, 'POST', `${path}/refund`)).body.code).toBe('REFUND_BY_HAND');
    const close = (note: string, by = supervisor) => server.call(by, 'POST', `${path}/seen`, { note });
    expect((await close(' ')).status).toBe(422);
    expect([(await close('Autre site')).status, (await close('Autre site')).status]).toEqual([204, 204]);
    expect((await close('Rien', await server.signIn('superAdmin'))).body.message).toBe(
      'Paiement déjà vu par Awa Kora : Autre site',
    );
    expect(await list()).toEqual([]);
  });
});
