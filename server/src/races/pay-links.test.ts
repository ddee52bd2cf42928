import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { buildMedication, buildZone } from '../builders/catalogue.ts';
import { buildOrder } from '../builders/order.ts';
import { medications } from '../database/schema/medications.ts';
import { times } from '../testing/http.ts';
import { type Basket, elsewhere, fillBasket } from '../testing/pay.ts';
import type { Visitor } from '../testing/test-app.ts';
import { call, codesOf, count, race, rowsOf, server, startServer } from './race.ts';

let basket: Basket;
let agentId: string;

startServer({}, async () => {
  agentId = (await server.signIn('agent')).row.id;
  basket = await fillBasket(server);
});

interface Link {
  readonly customer: Visitor;
  readonly token: string;
  readonly id: string;
  readonly amount: number;
  readonly basketId: string;
}

/** A link of a new customer for this draft or order. */
async function linkOf(customer: Visitor, body: object): Promise<Link> {
  const { body: made } = await call(customer, 'POST', '/pay-links', body);
  const { _id: id, amount, basketId } = made.payLink;
  return { customer, token: made.token, id, amount, basketId };
}

const approve = (transactionId: string) =>
  server.app.inject({ method: 'POST', url: `/sandbox-pay/transactions/${transactionId}/approve` });

/** Somebody with the link taps and confirms. @returns `paid`, or the code of the refusal */
async function payBy({ token, amount }: Pick<Link, 'token' | 'amount'>): Promise<string> {
  const { status, body } = await call(null, 'POST', '/pay-links/pay', { token, amount });
  if (status !== 201) return body.code;
  await approve(body.transactionId);
  return 'paid';
}

/** The customer pays herself. */
async function payOneself(customer: Visitor, body: object): Promise<string> {
  const { status, body: opened } = await call(customer, 'POST', '/payments', body);
  if (status !== 201) return opened.code;
  await approve(opened.transactionId);
  return 'paid';
}

/** Money bought one order; what came besides is under review, to be paid back. */
async function expectPaidOnce({ row }: Visitor): Promise<void> {
  const of = (from: string) => count(from, [row.id]);
  const debits = await of(
    `sandbox_transactions s join payments p using (transaction_id) where p.customer_id = $1 and s.status = 'paid'`,
  );
  expect({
    orders: await of(`orders where customer_id = $1 and state = 'pending'`),
    paid: await of(`payments where customer_id = $1 and status = 'paid'`),
    reviews: await of(`payments where customer_id = $1 and status = 'review'`),
    journals: await of('journals j join orders o on o.id = j.order_id where o.customer_id = $1'),
  }).toEqual({ orders: 1, paid: 1, reviews: debits - 1, journals: 1 });
}

const EXPECTED = ['paid', 'ALREADY_PAID', 'PAYMENT_UNDER_REVIEW', 'PAYMENT_SERVICE_ERROR'];

race('two people with one link, and the customer herself: one order, the rest is to be paid back', {
  given: async () => {
    const customer = await server.signIn('customer');
    const order = elsewhere(basket.order);
    return { order, link: await linkOf(customer, { order, basketId: 'mine' }) };
  },
  callers: ({ link, order }) => [
    ...times(2, () => () => payBy(link)),
    () => payOneself(link.customer, { order, basketId: 'mine' }),
    () => payOneself(link.customer, { order, basketId: 'other telephone' }),
  ],
  invariant: async (results, { link }) => {
    expect(results).toContain('paid');
    expect(results.filter((code) => !EXPECTED.includes(code))).toEqual([]);
    await expectPaidOnce(link.customer);
  },
});

/** A link for an order that waits for its payment. */
async function unpaid() {
  const customer = await server.signIn('customer');
  const { id } = await buildOrder(server.db, {
    state: 'pre-treatment',
    customerId: customer.row.id,
    zone: await buildZone(server.db),
    items: [{ medication: await buildMedication(server.db), quantity: 1 }],
    itemsWrittenById: agentId,
  });
  return { orderId: id, link: await linkOf(customer, { orderId: id }) };
}

race('who pays an order against the customer who cancels it: paid, or cancelled and nothing kept', {
  eitherFirst: true,
  given: unpaid,
  callers: ({ link, orderId }) => [
    () => payBy(link),
    async () => {
      const { status, body } = await call(link.customer, 'PATCH', `/orders/${orderId}/status`, {
        status: 'cancelled',
      });
      return status === 200 ? 'cancelled' : body.code;
    },
  ],
  invariant: async (_results, { orderId }) => {
    const [{ state }] = await rowsOf('select state from orders where id = $1', [orderId]);
    const statuses = await rowsOf(
      `select p.status from payments p join sandbox_transactions s using (transaction_id)
       where p.order_id = $1 and s.status = 'paid'`,
      [orderId],
    );
    // Money that comes for a cancelled order is under review.
    expect(statuses.map(({ status }) => status)).toEqual(
      state === 'pending' ? ['paid'] : statuses.map(() => 'review'),
    );
    expect(['pending', 'cancelled']).toContain(state);
  },
});

race('who pays against the customer who withdraws the link: nothing is opened after it', {
  eitherFirst: true,
  given: async () => linkOf(await server.signIn('customer'), { order: elsewhere(basket.order) }),
  callers: (link) => [
    () => call(null, 'POST', '/pay-links/pay', { token: link.token, amount: link.amount }),
    () => call(link.customer, 'DELETE', `/pay-links/${link.id}`),
  ],
  invariant: async ([opened, withdrawn], link) => {
    expect(withdrawn?.status).toBe(204);
    expect(codesOf([opened!])).toEqual([opened?.status === 201 ? 201 : 'PAY_LINK_ENDED']);
    expect(await count('payments where pay_link_id = $1', [link.id])).toBe(opened?.status === 201 ? 1 : 0);
    expect(await payBy(link)).toBe('PAY_LINK_ENDED');
  },
});

race('who pays against a price that changes: what was read, or the new sum to accept', {
  eitherFirst: true,
  given: async () => {
    const { medication, order } = await fillBasket(server);
    return { medication, link: await linkOf(await server.signIn('customer'), { order }) };
  },
  callers: ({ medication, link }) => [
    () => payBy(link),
    async () => {
      await server.db.update(medications).set({ price: 1_500 }).where(eq(medications.id, medication.id));
      return 'changed';
    },
  ],
  invariant: async ([paid], { link }) => {
    const amounts = await rowsOf('select amount_fcfa as amount from payments where customer_id = $1', [
      link.customer.row.id,
    ]);
    expect([paid, amounts]).toEqual(
      paid === 'paid' ? ['paid', [{ amount: link.amount }]] : ['AMOUNT_CHANGED', []],
    );
  },
});
