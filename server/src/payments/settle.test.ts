import { and, eq, like } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { buildOrder } from '../builders/order.ts';
import { audit } from '../database/schema/audit.ts';
import { notifications } from '../database/schema/notifications.ts';
import { paymentEvents, payments } from '../database/schema/payments.ts';
import { users } from '../database/schema/users.ts';
import type { Purchases } from '../ports/purchases.ts';
import { noticesOf } from '../testing/notices.ts';
import { openPayment, place, readPayment, report, reportOf } from '../testing/pay.ts';
import type { Visitor } from '../testing/test-app.ts';
import { basket, open, ordersOf, paymentRow, server, startServer } from './payments.fixture.ts';
import { settlePayment } from './settle.ts';

let customer: Visitor;
let supervisor: Visitor;
let agent: Visitor;
let admin: Visitor;
let opened: { transactionId: string; amount: number };

startServer({}, async () => {
  supervisor = await server.signIn('supervisor');
  agent = await server.signIn('agent');
  admin = await server.signIn('superAdmin');
});
beforeEach(async () => {
  customer = await server.signIn('customer');
  opened = await openPayment(server, customer, { order: basket.order });
});

const row = () => paymentRow(opened.transactionId);
const status = async () => (await row()).status;
const countOrders = async () => (await ordersOf(customer)).length;
/** Reports a status, or paid with these changes. */
const tell = async (change: object | string = {}, payment = opened) => {
  const unpaid = { status: change, amount: null, currency: null, reference: null };
  const event =
    typeof change === 'string' && change !== 'paid' ? unpaid : Object(change === 'paid' ? {} : change);
  expect((await report(server, reportOf(payment, event))).status).toBe(200);
};
const noticesTo = async ({ row: { id } }: Visitor) => {
  const ofIt = and(eq(notifications.userId, id), like(notifications.message, `%${opened.transactionId}%`));
  const rows = await server.db.select().from(notifications).where(ofIt).orderBy(notifications.id);
  const start = `Transaction ${opened.transactionId} : `;
  return rows.map(({ message, link }) => ({ message: message.replace(start, ''), link }));
};
const messages = async () => (await noticesTo(supervisor)).map(({ message }) => message);
const unpaidOrder = () =>
  buildOrder(server.db, {
    state: 'pre-treatment',
    customerId: customer.row.id,
    itemsWrittenById: agent.row.id,
  });

it.each(['paid', 'failed', 'cancelled'])('%s leaves one line in the journal', async (to) => {
  for (const _ of [1, 2]) await tell(to);
  const lines = await server.db.select().from(audit).where(eq(audit.customerId, customer.row.id));
  expect(lines.filter(({ action }) => action === 'settle')).toMatchObject([
    { actorId: null, subjectKind: 'payment', details: { amount: opened.amount, to } },
  ]);
});

describe('a settled payment never changes', () => {
  it.each<{ reports: (string | object)[]; ends: string; orders: number }>([
    { reports: ['paid', 'failed'], ends: 'paid', orders: 1 },
    { reports: ['paid', 'cancelled'], ends: 'paid', orders: 1 },
    { reports: ['failed', 'paid'], ends: 'paid', orders: 1 },
    { reports: ['cancelled', 'paid'], ends: 'paid', orders: 1 },
    { reports: ['failed', 'cancelled'], ends: 'failed', orders: 0 },
    { reports: [{ amount: 1 }, 'paid'], ends: 'review', orders: 0 },
    { reports: [{ amount: 1 }, 'failed'], ends: 'review', orders: 0 },
  ])('$reports ends as $ends', async ({ reports, ends, orders }) => {
    for (const each of reports) await tell(each);
    expect([await status(), await countOrders()]).toEqual([ends, orders]);
    const placed = await place(server, customer, basket.order, opened.transactionId);
    expect(placed.status).toBe(ends === 'paid' ? 200 : 402);
  });
});

describe('money that does not match is put under review, and the supervisors are told (rule 15)', () => {
  it.each([
    ['too little', { amount: 4824 }, 'amount', 'reçu 4824 XOF au lieu de 4825 XOF'],
    ['too much', { amount: 4826 }, 'amount', 'reçu 4826 XOF au lieu de 4825 XOF'],
    ['nothing', { amount: null }, 'amount', 'reçu un montant illisible au lieu de 4825 XOF'],
    ['another currency', { currency: 'EUR' }, 'amount', 'reçu 4825 EUR au lieu de 4825 XOF'],
    ['no currency', { currency: null }, 'amount', 'reçu 4825 sans monnaie au lieu de 4825 XOF'],
    ['no reference', { reference: null }, 'reference', 'référence absente, inconnue ou déjà comptée'],
  ])('%s', async (_name, change, reviewReason, message) => {
    await tell(change);
    const { id, ...payment } = await row();
    expect(payment).toMatchObject({ status: 'review', reviewReason, orderId: null, nextCheckAt: null });
    expect(await countOrders()).toBe(0);
    const shown = { status: 'review', reviewReason };
    expect(await readPayment(server, customer, opened.transactionId)).toMatchObject(shown);
    const link = `/supervisor-dashboard?tab=payments&vu=${id}`;
    expect(await noticesTo(supervisor)).toEqual([{ message: `${message}.`, link }]);
    expect(await noticesOf(server, opened.transactionId, { supervisor, customer })).toEqual([
      ['supervisor', 'Paiement à vérifier'],
    ]);
  });

  it('a reference that belongs to another payment', async () => {
    const before = opened;
    await tell('paid');
    opened = await open(customer);
    await tell({ reference: `SBX-${before.transactionId}` });
    const review = { status: 'review', providerReference: null, reviewReason: 'reference' };
    expect(await row()).toMatchObject(review);
    expect(await messages()).toEqual([
      expect.stringContaining(`référence SBX-${before.transactionId}, inconnue`),
    ]);
    expect(await countOrders()).toBe(1);
  });

  it('one reference for two payments at once: one is paid, one under review', async () => {
    for (let round = 0; round < 20; round += 1) {
      // Two customers pay, since the payments of one wait for each other anyway.
      const two = [await open(customer), await open(await server.signIn('customer'))];
      await Promise.all(two.map((one) => tell({ reference: `SBX-shared-${round}` }, one)));
      const statuses = two.map(async ({ transactionId }) => (await paymentRow(transactionId)).status);
      expect((await Promise.all(statuses)).sort()).toEqual(['paid', 'review']);
    }
  });

  it('a second payment of one order, which keeps the first', async () => {
    const { id } = await unpaidOrder();
    const first = await openPayment(server, customer, { orderId: id });
    server.clock.advance(15 * 60);
    opened = await openPayment(server, customer, { orderId: id });
    await tell('paid', first);
    await tell('paid');
    expect(await paymentRow(first.transactionId)).toMatchObject({ status: 'paid' });
    const providerReference = `SBX-${opened.transactionId}`;
    expect(await row()).toMatchObject({ status: 'review', providerReference, reviewReason: 'paid-twice' });
    expect(await messages()).toHaveLength(1);
    const paymentId = (await paymentRow(first.transactionId)).id;
    expect(await ordersOf(customer)).toMatchObject([{ state: 'pending', paymentId }]);
  });

  it('the amount of an order whose items have changed: it buys nothing', async () => {
    const { id } = await unpaidOrder();
    opened = await openPayment(server, customer, { orderId: id });
    await server.pool.query(
      `with items as (update order_items set quantity = 1 where order_id = $1),
         written as (update prescription_items set quantity = 1
           where prescription_id = (select prescription_id from orders where id = $1))
       update orders set medicines_fcfa = 1000, commission_fcfa = 100, total_fcfa = 1600 where id = $1`,
      [id],
    );
    await tell('paid');
    expect(await row()).toMatchObject({ status: 'review', orderId: id, reviewReason: 'order-changed' });
    expect(await ordersOf(customer)).toMatchObject([{ state: 'pre-treatment', paid: 0 }]);
  });
});

describe('a duplicate debit of one transaction (rule 15)', () => {
  const SECOND = 'autre débit (4825 XOF, référence REF-2), à rembourser.';

  it('of a paid order is recorded for refund, and the supervisors are told once', async () => {
    await tell({});
    const before = await row();
    for (const change of [{ reference: 'REF-2' }, { reference: 'REF-2' }, {}]) await tell(change);
    expect([await messages(), await row()]).toEqual([[SECOND], before]);
    const events = await server.db
      .select({ reference: paymentEvents.reference, amount: paymentEvents.amount })
      .from(paymentEvents)
      .where(eq(paymentEvents.transactionId, opened.transactionId))
      .orderBy(paymentEvents.id);
    const first = { reference: `SBX-${opened.transactionId}`, amount: 4825 };
    const second = { reference: 'REF-2', amount: 4825 };
    expect(events).toEqual([first, second, second, first]);
    await tell({ reference: 'REF-3', amount: null, currency: null });
    const third = 'autre débit (montant inconnu, référence REF-3), à rembourser.';
    expect(await messages()).toEqual([SECOND, third]);
  });

  it('reported again with the same event id is told once', async () => {
    await tell({});
    const again = { eventId: `second-${opened.transactionId}`, reference: 'REF-2' };
    for (const _ of [1, 2, 3]) await tell(again);
    expect(await messages()).toEqual([SECOND]);
  });

  it('of a payment already under review is told too', async () => {
    for (const change of [{ amount: 1 }, { amount: 1 }, { reference: 'REF-2' }]) await tell(change);
    expect(await messages()).toEqual(['reçu 1 XOF au lieu de 4825 XOF.', SECOND]);
    const providerReference = `SBX-${opened.transactionId}`;
    expect(await row()).toMatchObject({ status: 'review', providerReference });
  });

  it('does not count without a reference, or when it failed', async () => {
    const failed = { status: 'failed', reference: 'REF-4', amount: null, currency: null };
    for (const change of [{}, { reference: null }, failed]) await tell(change);
    expect(await messages()).toEqual([]);
  });

  it('cannot settle another payment', async () => {
    await tell({});
    await tell({ reference: 'REF-5' });
    opened = await open(customer);
    await tell({ reference: 'REF-5' });
    expect(await row()).toMatchObject({ status: 'review', providerReference: null });
  });
});

describe('the purchase is delivered by the port in the transaction that settles the payment', () => {
  /** Settles the payment in full; `deliver` delivers the purchase. */
  const settle = async (deliver: Purchases['deliver']) => {
    const { transactionId, amount } = opened;
    const reference = `SBX-${transactionId}`;
    const paid = { report: 'paid' as const, amount, currency: 'XOF', reference };
    const ctx = { ...server.ctx, purchases: { ...server.ctx.purchases, deliver } };
    return settlePayment(ctx, await row(), paid, `event of ${transactionId}`);
  };
  const ofCustomer = () => eq(users.id, customer.row.id);
  const rename: Purchases['deliver'] = async (_jobs, tx) => {
    await tx.update(users).set({ name: 'Renommée' }).where(ofCustomer());
    return { reviewReason: 'order-changed' };
  };
  const nameNow = async () => (await server.db.select().from(users).where(ofCustomer()))[0]!.name;

  it('passes the stored purchase and the time to the port', async () => {
    const calls: unknown[] = [];
    await settle(async (_jobs, _tx, { draft, orderId, customerId }, now) => {
      calls.push(draft?.quote.total, orderId, customerId, now);
      return { reviewReason: 'order-changed' };
    });
    expect(calls).toEqual([opened.amount, null, customer.row.id, server.clock.now()]);
  });

  it('puts the payment under review with the reason that the port returns, and commits its writes', async () => {
    const review = { delivered: false, payment: { status: 'review', orderId: null } };
    expect(await settle(rename)).toMatchObject(review);
    expect(await row()).toMatchObject({ status: 'review', reviewReason: 'order-changed' });
    expect(await nameNow()).toBe('Renommée');
  });

  it('rolls back when the port throws; the same report settles the payment later', async () => {
    const failing: Purchases['deliver'] = async (...purchase) => {
      await rename(...purchase);
      throw new Error('no delivery');
    };
    await expect(settle(failing)).rejects.toThrow('no delivery');
    expect(await nameNow()).toBe(customer.row.name);
    expect(await row()).toMatchObject({ status: 'pending', orderId: null });
    const ofIt = eq(paymentEvents.transactionId, opened.transactionId);
    expect(await server.db.select().from(paymentEvents).where(ofIt)).toEqual([]);
    const paid = { delivered: true, payment: { status: 'paid', orderId: expect.any(String) } };
    expect(await settle(server.ctx.purchases.deliver)).toMatchObject(paid);
  });
});

describe('money of a removed customer', () => {
  /** Expires the payment, which is no longer checked, so that the account can be removed. */
  const remove = async () => (await server.call(admin, 'DELETE', `/users/${customer.row.id}`)).status;
  const expire = async () => {
    const ofIt = eq(payments.transactionId, opened.transactionId);
    await server.db.update(payments).set({ status: 'expired', nextCheckAt: null }).where(ofIt);
  };

  it('puts the payment under review', async () => {
    await expire();
    expect(await remove()).toBe(204);
    await tell('paid');
    const providerReference = `SBX-${opened.transactionId}`;
    const review = { status: 'review', reviewReason: 'customer-removed', providerReference, orderId: null };
    expect(await row()).toMatchObject(review);
    expect(await noticesOf(server, opened.transactionId, { supervisor })).toEqual([
      ['supervisor', 'Paiement à vérifier'],
    ]);
  });

  it('at the same time leaves both the order and its customer, or neither', async () => {
    for (let round = 0; round < 40; round += 1) {
      customer = await server.signIn('customer');
      opened = await open(customer);
      await expire();
      const calls = [remove, () => tell('paid')];
      const answers = await Promise.all((round % 2 === 0 ? calls : calls.reverse()).map((run) => run()));
      const removed = answers[round % 2 === 0 ? 0 : 1];
      expect(['204 review', '409 paid']).toContain(`${removed} ${await status()}`);
    }
  });
});
