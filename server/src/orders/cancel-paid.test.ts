import { asc, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { buildOrder } from '../builders/order.ts';
import { buildPrescription } from '../builders/prescription.ts';
import { buildUser } from '../builders/user.ts';
import { refunds } from '../database/schema/refunds.ts';
import { sandboxRefunds } from '../database/schema/sandbox-pay.ts';
import { sendRefunds } from '../payments/refund.ts';
import {
  elsewhere,
  fillBasket,
  openPayment,
  placePaidOrder,
  readPayment,
  report,
  reportOf,
} from '../testing/pay.ts';
import type { Visitor } from '../testing/test-app.ts';
import {
  assign as assignTo,
  balancesOf,
  eventsOf,
  orderRow,
  ordersOf,
  paymentRow,
  prescriptionRow,
  readOrder,
  readTimeline,
  sentencesTo,
  server,
  setState,
  signInAll,
  startServer,
} from './orders.fixture.ts';

type Order = Awaited<ReturnType<typeof placePaidOrder>>;

const types = { supervisor: 'supervisor', admin: 'superAdmin', courier: 'deliveryPerson' } as const;
let people: Record<keyof typeof types, Visitor>;
let supervisor: Visitor;
let admin: Visitor;
let courier: Visitor;
let pharmacy: Visitor;
let customer: Visitor;

startServer({}, async () => {
  people = await signInAll(types);
  ({ supervisor, admin, courier } = people);
  pharmacy = await server.signIn('pharmacy', { isPartner: true });
});
beforeEach(async () => {
  // The refunds that earlier tests have asked for.
  await sendRefunds(server.ctx);
  customer = await server.signIn('customer');
});

const buy = () => placePaidOrder(server, customer);
const ask = ({ _id }: { _id: string }, reason = 'too-long') =>
  server.call(customer, 'POST', `/orders/${_id}/cancel-request`, { reason });
const decide = ({ _id }: { _id: string }, declined: string | null = null, by = supervisor) =>
  server.call(by, 'POST', `/orders/${_id}/cancel-request/decision`, { declined });
const cancel = ({ _id }: { _id: string }, body: object = { reason: 'unavailable' }, by = supervisor) =>
  server.call(by, 'POST', `/orders/${_id}/cancellation`, body);
const askAndAccept = async (order: { _id: string }) => {
  await ask(order);
  expect((await decide(order)).status).toBe(200);
};
const assign = async ({ _id }: Order) => {
  for (const body of [{ pharmacy: pharmacy.row.id }, { deliveryPerson: courier.row.id }])
    expect((await assignTo(supervisor, _id, body)).status).toBe(200);
};
const read = ({ _id }: Order, by = customer) => readOrder(_id, by);
const todo = async () => (await server.call(supervisor, 'GET', '/orders?todo=true')).body.orders;
const paidBackOf = async (transactionId: string) =>
  server.db
    .select({ amount: sandboxRefunds.amount, reference: sandboxRefunds.reference })
    .from(sandboxRefunds)
    .where(eq(sandboxRefunds.transactionId, transactionId))
    .orderBy(asc(sandboxRefunds.refundId));
const STATE_CHANGED = { status: 409, body: { code: 'STATE_CHANGED' } };

/** Everyone is told, nobody but the customer and the supervisors sees it, and the money goes back. */
async function expectPaidBack(order: Order, why: string) {
  const { _id, number, transactionId } = order;
  expect(await paymentRow(transactionId)).toMatchObject({ status: 'refunded' });
  const none = { commission: 0, courier: 0, pharmacy: 0 };
  expect(await balancesOf(_id)).toEqual({ ...none, customer: 4_825, refund: -4_825 });
  expect(await sentencesTo(customer, number)).toContain(
    `Commande annulée : Votre commande ${number} est annulée${why}. Remboursement de 4 825 F en cours.`,
  );
  for (const [who, purpose] of [
    [pharmacy, 'préparer'],
    [courier, 'livrer'],
  ] as const) {
    expect((await sentencesTo(who, number))[0]).toBe(`Commande annulée : ${number} n’est plus à ${purpose}.`);
    // They no longer see it, and read why.
    expect(await server.call(who, 'GET', `/orders/${_id}`)).toMatchObject(STATE_CHANGED);
  }
  expect(await sendRefunds(server.ctx)).toBe(1);
  expect((await read(order)).refund).toEqual({ amount: 4_825, state: 'done' });
  expect(await balancesOf(_id)).toEqual({ ...none, customer: 0, refund: 0 });
  expect((await paidBackOf(transactionId)).map(({ amount }) => amount)).toEqual([4_825]);
}
const cancelled = {
  state: 'cancelled',
  finalAmount: 0,
  paidAt: null,
  pharmacy: null,
  deliveryPerson: null,
  problem: null,
  refund: { amount: 4_825, state: 'asked' },
  allowedActions: [],
};

describe('a paid order that its customer asks to cancel', () => {
  it('is cancelled and paid back once a supervisor accepts, and everyone is told', async () => {
    const order = await buy();
    await assign(order);
    expect((await read(order)).allowedActions).toEqual(['ask-cancel']);
    expect((await ask(order)).body.order).toMatchObject({
      state: 'pending',
      cancelRequest: { reason: 'too-long', declined: null },
      refund: null,
      allowedActions: [],
    });
    expect((await sentencesTo(supervisor, order.number))[0]).toBe(
      `Annulation demandée : ${order.number} : l’attente est trop longue.`,
    );
    const [first] = await todo();
    expect(first).toMatchObject({ _id: order._id, cancelRequest: { reason: 'too-long' } });
    expect(first.allowedActions).toEqual(expect.arrayContaining(['accept-cancel', 'decline-cancel']));
    for (const one of [pharmacy, courier])
      expect(Object.keys(await read(order, one))).not.toContain('cancelRequest');

    expect((await decide(order)).body.order).toMatchObject({ ...cancelled, cancelReason: 'customer' });
    await expectPaidBack(order, ', comme vous l’avez demandé');
    const accepted = { action: 'accept-cancel', to: 'cancelled' };
    expect((await readTimeline(order._id, customer)).at(-1)).toMatchObject(accepted);
  });

  it('is in no sum once it is cancelled', async () => {
    const readSums = async () => (await server.call(admin, 'GET', '/stats/dashboard')).body.orders;
    const before = await readSums();
    await askAndAccept(await buy());
    await sendRefunds(server.ctx);
    expect(await readSums()).toEqual({ ...before, total: before.total + 1 });
  });

  it('is asked for once, and accepted once', async () => {
    const order = await buy();
    expect((await decide(order)).status).toBe(404);
    await ask(order);
    expect((await ask(order, 'mistake')).body.order.cancelRequest.reason).toBe('too-long');
    const requests = (await sentencesTo(supervisor, order.number)).filter((text) => /^Annulation/.test(text));
    expect(requests).toHaveLength(1);
    expect([(await decide(order)).status, (await decide(order)).status]).toEqual([200, 200]);
    expect(await decide(order, null, admin)).toMatchObject(STATE_CHANGED);
    expect(await ask(order)).toMatchObject(STATE_CHANGED);
  });

  it('goes on when a supervisor declines with a reason, and may still be cancelled', async () => {
    const order = await buy();
    await assign(order);
    await ask(order);
    expect((await decide(order, 'rain')).status).toBe(422);
    const declined = { state: 'pending', cancelRequest: { declined: 'prepared' } };
    for (const _ of [1, 2]) expect((await decide(order, 'prepared')).body.order).toMatchObject(declined);
    expect((await sentencesTo(customer, order.number))[0]).toBe(
      `Commande non annulée : Votre commande ${order.number} n’est pas annulée : la pharmacie l’a déjà préparée.`,
    );
    expect((await decide(order, 'leaving')).body.code).toBe('CANCEL_DECIDED');
    expect((await read(order)).allowedActions).toEqual([]);
    expect((await todo()).map(({ _id }: Order) => _id)).not.toContain(order._id);
    expect((await decide(order)).body.order.state).toBe('cancelled');
  });

  it('is not cancelled once its delivery has started, and the request ends', async () => {
    const order = await buy();
    await assign(order);
    await ask(order);
    expect((await setState(courier, order._id, 'delivering')).status).toBe(200);
    expect(await read(order)).toMatchObject({ state: 'delivering', cancelRequest: null });
    for (const answer of [await decide(order), await decide(order, 'leaving'), await ask(order)])
      expect(answer).toMatchObject(STATE_CHANGED);
  });

  it('is a paid one: the customer cancels an unpaid order without asking', async () => {
    const { id } = await buildOrder(server.db, { state: 'pre-treatment', customerId: customer.row.id });
    expect(await ask({ _id: id })).toMatchObject(STATE_CHANGED);
  });
});

describe('a paid order that a supervisor cancels', () => {
  it('after a shortage is paid back, and everyone is told, but only supervisors what was noted', async () => {
    const order = await buy();
    await assign(order);
    const closing = { reason: 'pharmacy-closing' };
    expect((await server.call(pharmacy, 'POST', `/orders/${order._id}/shortage`, closing)).status).toBe(200);
    expect((await read(order, supervisor)).allowedActions).toContain('cancel-paid');
    const { status, body } = await cancel(order, { reason: 'unavailable', note: '  Trois appels  ' });
    const why = { cancelReason: 'unavailable', cancelNote: 'Trois appels' };
    expect([status, body.order]).toMatchObject([200, { ...cancelled, ...why }]);
    await expectPaidBack(order, ' : un médicament est introuvable');
    const hers = await read(order);
    expect(hers.cancelReason).toBe('unavailable');
    expect(Object.keys(hers)).not.toContain('cancelNote');
    const timeline = await readTimeline(order._id, customer);
    expect(timeline.at(-1)).toMatchObject({ action: 'cancel-paid', from: 'pending', to: 'cancelled' });
    expect(JSON.stringify(timeline)).not.toContain('Trois appels');
  });

  it.each([
    ['customer', 'comme vous l’avez demandé'],
    ['duplicate', 'elle était en double'],
    ['unreachable', 'nous n’avons pas pu vous joindre'],
  ])('before it has a pharmacy tells why, by a superAdmin too: %s', async (reason, words) => {
    const order = await buy();
    const { body } = await cancel(order, { reason }, admin);
    expect(body.order).toMatchObject({ state: 'cancelled', cancelReason: reason, cancelNote: null });
    const [latest] = await sentencesTo(customer, order.number);
    expect(latest).toContain(`est annulée : ${words}. Remboursement`);
  });

  it('is cancelled once; the one who did it is answered the same again, another is told', async () => {
    const order = await buy();
    expect([(await cancel(order)).status, (await cancel(order)).status]).toEqual([200, 200]);
    const message = 'Action impossible : la commande est déjà « Annulée »';
    const late = await cancel(order, { reason: 'duplicate' }, admin);
    expect(late).toMatchObject({ status: 409, body: { message } });
    const actions = (await eventsOf(order._id)).map(({ action }) => action);
    expect(actions.filter((action) => action === 'cancel-paid')).toHaveLength(1);
    const made = await server.db.select().from(refunds).where(eq(refunds.orderId, order._id));
    expect(made.map(({ amount, askedById }) => [amount, askedById])).toEqual([[4_825, supervisor.row.id]]);
    expect((await orderRow(order._id)).cancelReason).toBe('unavailable');
  });

  it('needs a known reason, and a note of 300 characters at most', async () => {
    const order = await buy();
    for (const body of [{}, { reason: 'unpaid' }, { reason: 'unavailable', note: 'x'.repeat(301) }])
      expect((await cancel(order, body)).status).toBe(422);
    expect((await cancel(order, {})).body.fields).toEqual({ reason: 'Indiquez une raison' });
    expect((await orderRow(order._id)).state).toBe('pending');
  });

  it('waits until the request of its customer is answered', async () => {
    const order = await buy();
    await ask(order);
    const { status, body } = await cancel(order);
    const message = 'Le client demande l’annulation de cette commande : répondez d’abord à sa demande';
    expect([status, body.code, body.message]).toEqual([409, 'CANCEL_ASKED', message]);
    expect(await orderRow(order._id)).toMatchObject({ state: 'pending', cancelDeclined: null });
    expect((await read(order, supervisor)).allowedActions).not.toContain('cancel-paid');
    expect((await decide(order)).body.order).toMatchObject({ cancelReason: 'customer' });
    // The same supervisor asks for the same end.
    expect((await cancel(order)).status).toBe(200);
    expect(await cancel(order, undefined, admin)).toMatchObject(STATE_CHANGED);
  });

  it('may be one whose customer’s request was declined', async () => {
    const order = await buy();
    await ask(order);
    await decide(order, 'agreed');
    const why = { cancelReason: 'unavailable', refund: { amount: 4_825 } };
    expect((await cancel(order)).body.order).toMatchObject({ state: 'cancelled', ...why });
  });

  it.each(['pre-treatment', 'delivered', 'ended'] as const)('is not %s', async (state) => {
    const { id } = await buildOrder(server.db, { state, customerId: customer.row.id });
    const before = await orderRow(id);
    expect(await cancel({ _id: id })).toMatchObject(STATE_CHANGED);
    expect(await orderRow(id)).toEqual(before);
  });
});

it.each([
  ['at the customer’s request', askAndAccept],
  ['by a supervisor', cancel],
])('frees its prescription for the next order when it is cancelled %s', async (_name, end) => {
  const doctor = await buildUser(server.db, { type: 'partnerDoctor' });
  const { id, number } = await buildPrescription(server.db, { authorId: doctor.id });
  const { zone } = await fillBasket(server);
  const prescription = { type: 'numerical', prescriptionNumber: number };
  const order = { prescription, deliveryZone: zone.id, deliveryAddress: 'Lot 7, Akpakpa' };
  const pay = async () => {
    const opened = await openPayment(server, customer, { order });
    await report(server, reportOf(opened));
    return (await readPayment(server, customer, opened.transactionId)).orderId!;
  };
  const first = await pay();
  await end({ _id: first });
  expect(await prescriptionRow(id)).toMatchObject({ usedById: null, usedAt: null });
  const second = await pay();
  expect((await prescriptionRow(id)).usedById).toBe(second);
  expect((await readOrder(first, customer)).prescription.items).toHaveLength(1);
});

describe('money that arrives after an order was cancelled', () => {
  it('for the same basket is put aside: she does not want it any more', async () => {
    const { order } = await fillBasket(server);
    const body = { order: elsewhere(order), basketId: `basket of ${customer.row.id}` };
    const late = await openPayment(server, customer, body);
    server.clock.advance(16 * 60);
    const opened = await openPayment(server, customer, body);
    expect(opened.transactionId).not.toBe(late.transactionId);
    await report(server, reportOf(opened));
    await askAndAccept({ _id: (await ordersOf(customer))[0]!.id });
    await report(server, reportOf(late));
    const aside = { status: 'review', reviewReason: 'order-changed' };
    expect(await paymentRow(late.transactionId)).toMatchObject(aside);
    // Once that is settled, she may buy the same again.
    await server.call(supervisor, 'POST', `/payments/${late.transactionId}/refund`);
    await sendRefunds(server.ctx);
    server.clock.advance(1);
    const again = await openPayment(server, customer, body);
    await report(server, reportOf(again));
    expect((await readPayment(server, customer, again.transactionId)).status).toBe('paid');
  });

  it('as a second debit of its payment is stored, and paid back once', async () => {
    const order = await buy();
    await askAndAccept(order);
    const { transactionId, totalAmount: amount } = order;
    for (const _ of [1, 2])
      await report(server, reportOf({ transactionId, amount }, { reference: 'SECOND' }));
    const { debits } = (await server.call(supervisor, 'GET', '/payments/review')).body;
    const mine = debits.filter((one: { transactionId: string }) => one.transactionId === transactionId);
    expect(mine).toMatchObject([
      { reference: 'SECOND', received: { amount }, order: { number: order.number }, canRefund: true },
    ]);
    const refund = async () =>
      (await server.call(supervisor, 'POST', `/debits/${mine[0]._id}/refund`)).status;
    expect([await refund(), await refund()]).toEqual([204, 204]);
    await sendRefunds(server.ctx);
    expect(await paidBackOf(transactionId)).toEqual([
      { amount, reference: `SBX-${transactionId}` },
      { amount, reference: 'SECOND' },
    ]);
  });
});
