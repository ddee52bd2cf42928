// biome-ignore lint/style/noRestrictedImports: the provider answers after a short delay, so that the calls overlap.
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect } from 'vitest';
import { buildMedication, buildZone } from '../builders/catalogue.ts';
import { buildOrder } from '../builders/order.ts';
import { followUpPayments } from '../payments/confirm.ts';
import type { PaymentProvider } from '../ports/payment-provider.ts';
import { times } from '../testing/http.ts';
import {
  type Basket,
  elsewhere,
  fillBasket,
  openPayment,
  place,
  providerDoes,
  reportOf,
  reportOverHttp,
} from '../testing/pay.ts';
import type { Visitor } from '../testing/test-app.ts';
import { call, codesOf, count, race, rowsOf, server, startServer } from './race.ts';

let ask: PaymentProvider['ask'];
let supervisors: Visitor[];
let agentId: string;
let basket: Basket;

startServer({}, async () => {
  ask = server.ctx.payments.ask;
  supervisors = [await server.signIn('supervisor'), await server.signIn('supervisor')];
  agentId = (await server.signIn('agent')).row.id;
  basket = await fillBasket(server);
});

const webhook = (event: object) => reportOverHttp(call, server, event);
const pay = (who: Visitor, body: object, headers = {}) => call(who, 'POST', '/payments', body, headers);

// The same and new events, the browser's POST and GET, and the repeated job of two processes.
let asked = 0;
race('one payment reported by twenty calls of every kind: one order, journal and notice each', {
  given: async (round) => {
    const customer = await server.signIn('customer');
    const opened = await openPayment(server, customer, { order: elsewhere(basket.order) });
    await providerDoes(server, opened.transactionId, 'silent');
    const late: PaymentProvider['ask'] = async (transactionId) => {
      const status = await ask(transactionId);
      asked += 1;
      await pause((asked * 7) % 12);
      return status;
    };
    // The provider's delay varies in every other round.
    server.ctx.payments.ask = round % 2 === 0 ? ask : late;
    return { customer, opened };
  },
  callers: ({ customer, opened }) => {
    const { transactionId } = opened;
    const repeated = reportOf(opened);
    const job = async () => {
      // With a later clock the payment is due.
      const clock = { now: () => new Date(server.clock.now().getTime() + 60_000) };
      await followUpPayments({ ...server.ctx, clock });
      return null;
    };
    return [
      ...times(4, () => () => webhook(repeated)),
      ...times(4, () => () => webhook(reportOf(opened))),
      ...times(6, () => () => call(customer, 'POST', '/orders', { ...basket.order, transactionId })),
      ...times(4, () => () => call(customer, 'GET', `/payments/${transactionId}`)),
      ...times(2, () => job),
    ];
  },
  invariant: async (results, { customer }) => {
    const responses = results.filter((response) => response !== null);
    const statuses = responses.map(({ status }) => status);
    expect(statuses.filter((status) => status !== 200 && status !== 201)).toEqual([]);
    expect(statuses.filter((status) => status === 201).length).toBeLessThanOrEqual(1);
    const ids = responses.flatMap(({ body }) => body.order?._id ?? body.payment?.orderId ?? []);
    expect(ids).toEqual(times(10, () => ids[0]));

    const orderId = ids[0];
    const noticesOf = ({ row }: Visitor) =>
      count(`notifications where user_id = $1 and split_part(link, '=', 2) = $2`, [row.id, orderId]);
    const counts = {
      orders: await count('orders where customer_id = $1', [customer.row.id]),
      paid: await count(`payments where order_id = $1 and status = 'paid'`, [orderId]),
      journals: await count('journals where order_id = $1', [orderId]),
      lines: await count('order_events where order_id = $1', [orderId]),
      items: await count('order_items where order_id = $1', [orderId]),
      customer: await noticesOf(customer),
      supervisor: await noticesOf(supervisors[0]!),
      colleague: await noticesOf(supervisors[1]!),
    };
    expect(counts).toEqual(Object.fromEntries(Object.keys(counts).map((name) => [name, 1])));
  },
  afterwards: () => {
    server.ctx.payments.ask = ask;
  },
});

describe('one basket on several devices', () => {
  /** A tab or a phone: opens the portal and, if it gets one, pays and places the order. */
  const device = (customer: Visitor, sent: { order: object; basketId: string }, behaviour: string) =>
    async function run(): Promise<string> {
      const { status, body } = await pay(customer, sent);
      if (status !== 201) return body.code;
      const { transactionId } = body;
      await server.app.inject({
        method: 'POST',
        url: `/sandbox-pay/transactions/${transactionId}/${behaviour}`,
      });
      const placed = await call(customer, 'POST', '/orders', { ...sent.order, transactionId });
      return placed.status < 300 ? 'placed' : placed.body.code;
    };

  /** Counts what the customer paid; debits are the provider's records. */
  async function totals({ row }: Visitor) {
    const of = (from: string) => count(from, [row.id]);
    return {
      orders: await of('orders where customer_id = $1'),
      paid: await of(`payments where customer_id = $1 and status = 'paid'`),
      reviews: await of(`payments where customer_id = $1 and status = 'review'`),
      journals: await of('journals j join orders o on o.id = j.order_id where o.customer_id = $1'),
      debits: await of(
        `sandbox_transactions s join payments p using (transaction_id) where p.customer_id = $1 and s.status = 'paid'`,
      ),
    };
  }

  race('paid from two tabs and two phones: one order and one debit', {
    given: async () => ({ customer: await server.signIn('customer'), order: elsewhere(basket.order) }),
    callers: ({ customer, order }, round) =>
      // Tabs share the id of their basket, phones have their own.
      ['tab', 'tab', 'phone 1', 'phone 2'].map((basketId, n) =>
        device(customer, { order, basketId }, (round + n) % 3 === 0 ? 'silent' : 'approve'),
      ),
    invariant: async (seen, { customer }) => {
      // A device that is too late gets an error, not a second portal.
      expect(seen).toContain('placed');
      expect(seen.filter((code) => code !== 'placed' && code !== 'ALREADY_PAID')).toEqual([]);
      expect(await totals(customer)).toEqual({ orders: 1, paid: 1, reviews: 0, journals: 1, debits: 1 });
    },
  });

  race('changed in one tab and paid in another: one order, and other payments go to review', {
    given: () => server.signIn('customer'),
    callers: (customer) => {
      const [first, ...others] = [basket.order, elsewhere(basket.order), elsewhere(basket.order)];
      return [first, ...others, first, ...others, first, first].map((order) =>
        device(customer, { order, basketId: 'tab' }, 'approve'),
      );
    },
    invariant: async (_, customer) => {
      const { debits, ...rest } = await totals(customer);
      expect(rest).toEqual({ orders: 1, paid: 1, reviews: debits - 1, journals: 1 });
    },
  });
});

describe('one order that waits for its payment', () => {
  let parts: Parameters<typeof buildOrder>[1];
  const unpaid = async () => {
    const customer = await server.signIn('customer');
    parts ??= {
      state: 'pre-treatment',
      zone: await buildZone(server.db),
      items: [{ medication: await buildMedication(server.db), quantity: 1 }],
      itemsWrittenById: agentId,
    };
    const { id } = await buildOrder(server.db, { ...parts, customerId: customer.row.id });
    return { id, customer, opened: await openPayment(server, customer, { orderId: id }) };
  };
  const statusesOf = async (id: string) =>
    (await rowsOf('select status from payments where order_id = $1 order by status', [id])).map(
      ({ status }) => status,
    );

  race('paid wins over failed and cancelled, reported at once in any order', {
    together: 4,
    given: unpaid,
    callers: ({ opened }) => {
      const silent = { amount: null, currency: null, reference: null };
      const events = [
        ...times(2, () => reportOf(opened)),
        ...times(2, () => reportOf(opened, { status: 'failed', ...silent })),
        reportOf(opened, { status: 'cancelled', ...silent }),
      ];
      return events.map((event) => () => webhook(event));
    },
    invariant: async (responses, { id }) => {
      expect(codesOf(responses)).toEqual(times(5, () => 200));
      expect(await statusesOf(id)).toEqual(['paid']);
    },
  });

  // One round at a time: a signed report is refused once another round has advanced the clock.
  race('two payments: one is settled and the other goes to review (rule 15)', {
    given: async () => {
      const { id, customer, opened } = await unpaid();
      // Its portal has expired, but a payment there may still be reported.
      server.clock.advance(15 * 60);
      return { id, two: [opened, await openPayment(server, customer, { orderId: id })] };
    },
    callers: ({ two }) => two.map((opened) => () => webhook(reportOf(opened))),
    invariant: async (responses, { id }) => {
      expect(codesOf(responses)).toEqual([200, 200]);
      expect(await statusesOf(id)).toEqual(['paid', 'review']);
    },
  });
});

describe('opening a payment', () => {
  const OLD_TOTAL = 4_825;
  /** The administrator makes one of these changes; a payment that comes too late is refused with its code. */
  const changes = [
    { path: 'zone', body: { price: 900 }, code: 'AMOUNT_CHANGED' },
    { path: 'medication', body: { price: 1_000 }, code: 'AMOUNT_CHANGED' },
    { path: 'medication', body: null, code: 'MEDICATION_UNAVAILABLE' },
    { path: 'zone', body: null, code: 'ZONE_UNAVAILABLE' },
  ] as const;

  race('while a price, a medicine or a zone changes: the shown total, or a refusal', {
    together: 2,
    given: async (round) => {
      const admin = await server.signIn('superAdmin');
      const customer = await server.signIn('customer');
      const { order, zone, medication } = await fillBasket(server);
      const change = changes[round % changes.length] ?? changes[0];
      const url = change.path === 'zone' ? `/zones/${zone.id}` : `/medications/${medication.id}`;
      return {
        admin,
        customer,
        url,
        ...change,
        orders: times(3, () => elsewhere({ ...order, finalAmount: OLD_TOTAL })),
      };
    },
    callers: ({ admin, customer, orders, url, body }) => [
      () => (body === null ? call(admin, 'DELETE', url) : call(admin, 'PUT', url, body)),
      ...orders.map((order) => () => pay(customer, { order })),
    ],
    invariant: async ([changed, ...answers], { customer, orders, code }) => {
      expect(changed?.status).toBeLessThan(300);
      for (const [index, { status, body }] of answers.entries()) {
        if (status !== 201) {
          expect([status, body.code]).toEqual([409, code]);
          continue;
        }
        expect(body.amount).toBe(OLD_TOTAL);
        await providerDoes(server, body.transactionId, 'silent');
        const placed = await place(server, customer, orders[index]!, body.transactionId);
        expect([placed.status, placed.body.order.totalAmount]).toEqual([201, OLD_TOTAL]);
      }
    },
  });

  race('with one key, twenty times: runs once; with another body the key is refused', {
    given: async (round) => {
      const customer = await server.signIn('customer');
      const { order } = await fillBasket(server);
      const headers = { 'idempotency-key': `round ${round}` };
      return {
        first: pay.bind(null, customer, { order: elsewhere(order) }, headers),
        other: pay.bind(null, customer, { order: elsewhere(order) }, headers),
      };
    },
    callers: ({ first }) => times(20, () => first),
    invariant: async (answers, { first, other }) => {
      const done = answers.filter(({ status }) => status === 201);
      expect(done.length).toBeGreaterThan(0);
      expect(new Set(done.map(({ body }) => body.transactionId)).size).toBe(1);
      const refused = answers.filter(({ status }) => status !== 201).map(({ body }) => body.code);
      expect(refused.filter((code) => code !== 'IN_PROGRESS')).toEqual([]);
      expect(await other()).toMatchObject({ status: 422, body: { code: 'KEY_REUSED' } });
      expect((await first()).body).toEqual(done[0]?.body);
    },
  });
});
