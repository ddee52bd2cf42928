import { reviewReasons } from '@amasin/domain/payments/lifecycle.ts';
import { payment } from '@amasin/domain/payments/payment.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { buildOrder } from '../builders/order.ts';
import { callOverHttp, times } from '../testing/http.ts';
import { readPayment, report, reportOf } from '../testing/pay.ts';
import type { Visitor } from '../testing/test-app.ts';
import { open, paymentRow, putAside, reviewOf, server, startServer } from './payments.fixture.ts';
import { presentOngoing, presentPayment } from './present.ts';

let customer: Visitor;
let supervisor: Visitor;
let admin: Visitor;
let agent: Visitor;

startServer({}, async () => {
  supervisor = await server.signIn('supervisor', { name: 'Awa Kora' });
  admin = await server.signIn('superAdmin');
  agent = await server.signIn('agent');
});
beforeEach(async () => {
  customer = await server.signIn('customer', { name: 'Afi Dossou' });
});

const aside = async (change?: object) => (await putAside(customer, change)).transactionId;
const see = (transactionId: string, note: unknown, who = supervisor) =>
  server.call(who, 'POST', `/payments/${transactionId}/seen`, { note });

describe('the payments under review', () => {
  it('show what was received and what was due, the longest under review first', async () => {
    expect(await reviewOf(supervisor)).toEqual({ payments: [], total: 0, refunds: [], debits: [] });
    const first = await aside({ amount: 100 });
    const at = server.clock.now().toISOString();
    server.clock.advance(60);
    const second = await aside({ currency: 'EUR', amount: 7 });
    const { payments, total } = await reviewOf(admin);
    expect(total).toBe(2);
    const { id: _id, name, phone } = customer.row;
    expect(payments[0]).toEqual({
      _id: expect.any(String),
      transactionId: first,
      amount: 4_825,
      reason: 'amount',
      received: { amount: 100, currency: 'XOF' },
      customer: { _id, name, phone },
      order: null,
      canRefund: true,
      fits: [],
      at,
    });
    expect(payments[1]).toMatchObject({ transactionId: second, received: { amount: 7, currency: 'EUR' } });
    const { body } = await server.call(supervisor, 'GET', '/payments/review?limit=1&page=2');
    expect(body.payments).toMatchObject([{ transactionId: second }]);
    // An open payment is not listed.
    await open(customer);
    expect((await reviewOf(supervisor)).total).toBe(2);
  });

  it('leave the list once closed, with who, when and a note; the money does not move', async () => {
    const transactionId = await aside();
    const countWork = async () => (await server.call(supervisor, 'GET', '/orders')).body.work.review;
    const [before, work] = [await paymentRow(transactionId), await countWork()];
    const fields = { note: 'Indiquez ce qui a été fait' };
    expect(await see(transactionId, '  ')).toMatchObject({ status: 422, body: { fields } });
    const reviewNote = 'Remboursé par téléphone';
    // Sent again, it changes nothing; another person is told.
    for (const _ of [1, 2]) expect((await see(transactionId, reviewNote)).status).toBe(204);
    const seen = { reviewedAt: server.clock.now(), reviewedById: supervisor.row.id, reviewNote };
    expect(await paymentRow(transactionId)).toEqual({ ...before, ...seen });
    const { payments } = await reviewOf(supervisor);
    expect(payments).not.toContainEqual(expect.objectContaining({ transactionId }));
    expect(await countWork()).toBe(work - 1);
    const { review } = (await server.call(admin, 'GET', '/stats/owner')).body;
    expect(review.count).toBe(work - 1);
    const message = `Paiement déjà vu par Awa Kora : ${reviewNote}`;
    const closed = { status: 409, body: { code: 'REVIEW_CLOSED', message } };
    expect(await see(transactionId, 'Rien à faire', admin)).toMatchObject(closed);
  });

  it('are closed once, even by two at the same time', async () => {
    const call = await callOverHttp(server);
    const path = `/payments/${await aside()}/seen`;
    const responses = await Promise.all(
      times(4, (n) => call(n % 2 === 0 ? supervisor : admin, 'POST', path, { note: `Note ${n}` })),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([204, 409, 409, 409]);
  });

  it('are the only ones that can be closed', async () => {
    const { transactionId } = await open(customer);
    for (const id of [transactionId, 'TX-inconnue']) expect((await see(id, 'Vu')).status).toBe(404);
  });

  it.each(reviewReasons)('have a reason, which the customer reads: %s', async (reviewReason) => {
    const row = { ...(await paymentRow((await open(customer)).transactionId)), reviewReason };
    const { transactionId, amount, basketId, createdAt } = row;
    const known = { transactionId, amount, orderId: null };
    expect(presentPayment({ ...row, reviewReason: null })).toEqual({ ...known, status: 'pending' });
    const reviewed = { ...row, status: 'review' } as const;
    const shown = { ...known, status: 'review', reviewReason };
    expect(payment.parse(presentPayment(reviewed))).toEqual(shown);
    const openedAt = createdAt.toISOString();
    expect(presentOngoing({ payment: reviewed, refund: null })).toEqual({ ...shown, basketId, openedAt });
  });
});

describe('a payment under review is attached', () => {
  const unpaid = (customerId = customer.row.id) =>
    buildOrder(server.db, { state: 'pre-treatment', customerId, itemsWrittenById: agent.row.id });
  const attach = (transactionId: string, order: string) =>
    server.call(supervisor, 'POST', `/payments/${transactionId}/attach`, { order });
  const fitsOf = async (transactionId: string) => {
    const { payments } = await reviewOf(supervisor);
    return payments.find((one: { transactionId: string }) => one.transactionId === transactionId).fits;
  };

  it('to an unpaid order of its customer that needs exactly what was received', async () => {
    const { id, number, total } = await unpaid();
    const transactionId = await aside({ amount: total });
    expect(await fitsOf(transactionId)).toEqual([{ _id: id, number }]);
    for (const _ of [1, 2]) expect((await attach(transactionId, id)).status).toBe(204);
    const paid = { status: 'paid', amount: total, orderId: id };
    expect(await readPayment(server, customer, transactionId)).toMatchObject(paid);
    const { order } = (await server.call(customer, 'GET', `/orders/${id}`)).body;
    expect(order).toMatchObject({ state: 'pending', finalAmount: total, transactionId });
    // It is decided: nothing else can happen to it.
    expect((await server.call(supervisor, 'POST', `/payments/${transactionId}/refund`)).status).toBe(404);
  });

  it.each([
    ['of another amount', unpaid, (total: number) => ({ amount: total - 1 })],
    ['in another currency', unpaid, (amount: number) => ({ amount, currency: 'EUR' })],
    ['whose reference belongs to another payment', unpaid, (amount: number) => ({ amount, reference: null })],
    [
      'for an order of another customer',
      async () => unpaid((await server.signIn('customer')).row.id),
      (amount: number) => ({ amount }),
    ],
    [
      'for an order that is paid',
      () => buildOrder(server.db, { customerId: customer.row.id }),
      (amount: number) => ({ amount }),
    ],
  ])('to nothing: money %s', async (_name, build, received) => {
    const { id, total } = await build();
    const transactionId = await aside(received(total!));
    expect(await fitsOf(transactionId)).toEqual([]);
    expect((await attach(transactionId, id)).body.code).toBe('NOT_EXACT');
  });
});

it('money of a transaction that is not ours is stored, told once, and closed with a note', async () => {
  const transactionId = 'TX-inconnue';
  const event = { transactionId, amount: 2_000 };
  const failed = { status: 'failed', amount: null, currency: null, reference: null };
  for (const change of [failed, {}, {}]) await report(server, reportOf(event, change));
  const debits = async () => (await reviewOf(supervisor)).debits;
  const [debit, ...others] = await debits();
  const received = { amount: 2_000, currency: 'XOF' };
  expect(debit).toMatchObject({ transactionId, received, customer: null, canRefund: false });
  expect(others).toEqual([]);
  const { notifications } = (await server.call(supervisor, 'GET', '/notifications')).body;
  const about = notifications.filter(({ message }: { message: string }) => message.includes(transactionId));
  expect(about).toHaveLength(1);
  const path = `/debits/${debit._id}`;
  expect((await server.call(supervisor, 'POST', `${path}/refund`)).body.code).toBe('REFUND_BY_HAND');
  const close = (note: string, by = supervisor) => server.call(by, 'POST', `${path}/seen`, { note });
  const statuses = [await close(' '), await close('Autre site'), await close('Autre site')];
  expect(statuses.map(({ status }) => status)).toEqual([422, 204, 204]);
  expect((await close('Rien', admin)).body.message).toBe('Paiement déjà vu par Awa Kora : Autre site');
  expect(await debits()).toEqual([]);
});
