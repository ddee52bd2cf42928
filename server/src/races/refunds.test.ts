import { describe, expect } from 'vitest';
import { buildOrder } from '../builders/order.ts';
import { sendRefunds } from '../payments/refund.ts';
import { times } from '../testing/http.ts';
import {
  elsewhere,
  fillBasket,
  openPayment,
  placePaidOrder,
  reportOf,
  reportOverHttp,
} from '../testing/pay.ts';
import type { Visitor } from '../testing/test-app.ts';
import { call, count, race, rowsOf, server, startServer } from './race.ts';

let customer: Visitor;
let pharmacy: Visitor;
let courier: Visitor;
let supervisor: Visitor;
let colleague: Visitor;

startServer({}, async () => {
  customer = await server.signIn('customer');
  pharmacy = await server.signIn('pharmacy', { isPartner: true });
  courier = await server.signIn('deliveryPerson');
  supervisor = await server.signIn('supervisor');
  colleague = await server.signIn('superAdmin');
});

const statusOf = async (...[by, method, path, body]: Parameters<typeof call>) =>
  (await call(by, method, path, body)).status;
const ask = (id: string) => statusOf(customer, 'POST', `/orders/${id}/cancel-request`, { reason: 'mistake' });
const accept = (id: string, by: Visitor) =>
  statusOf(by, 'POST', `/orders/${id}/cancel-request/decision`, { declined: null });
const cancel = (id: string, by: Visitor) =>
  statusOf(by, 'POST', `/orders/${id}/cancellation`, { reason: 'unavailable' });
const start = (id: string) => statusOf(courier, 'PATCH', `/orders/${id}/status`, { status: 'delivering' });

const paidOrder = () => placePaidOrder(server, customer);
/** A paid order with a pharmacy and a courier, so that its delivery can start. */
async function assignedOrder() {
  const order = await paidOrder();
  for (const body of [{ pharmacy: pharmacy.row.id }, { deliveryPerson: courier.row.id }])
    await call(supervisor, 'PATCH', `/orders/${order._id}/assign`, body);
  return order;
}

const stateOf = async (id: string): Promise<string> =>
  (await rowsOf('select state from orders where id = $1', [id]))[0].state;
/** The refunds of a payment, with how often the provider got each, after two processes have sent them at once. */
async function refundsOf(transactionId: string) {
  await Promise.all([sendRefunds(server.ctx), sendRefunds(server.ctx)]);
  return rowsOf(
    `select r.state, (select count(*)::int from sandbox_refunds s where s.refund_id = r.id::text) as sent
     from refunds r join payments p on p.id = r.payment_id where p.transaction_id = $1 order by r.id`,
    [transactionId],
  );
}
const PAID_BACK_ONCE = [{ state: 'done', sent: 1 }];

/** The order with how often it was cancelled, and its refunds. */
async function outcomeOf({ _id, transactionId }: { _id: string; transactionId: string }) {
  const refunds = await refundsOf(transactionId);
  const [row] = await rowsOf(
    `select state, cancel_reason as reason,
      (select count(*)::int from order_events e where e.order_id = o.id and to_value = 'cancelled') as cancelled
     from orders o where id = $1`,
    [_id],
  );
  return { ...row, refunds };
}
const cancelledOnce = (reason: string) => ({
  state: 'cancelled',
  reason,
  cancelled: 1,
  refunds: PAID_BACK_ONCE,
});

describe('cancelling a paid order', () => {
  race('by two supervisors: cancelled, and paid back, once', {
    given: paidOrder,
    callers: ({ _id }) => times(4, (n) => () => cancel(_id, n % 2 === 0 ? supervisor : colleague)),
    invariant: async (statuses, order) => {
      // The supervisor who cancelled it gets the same answer twice.
      expect(statuses.toSorted()).toEqual([200, 200, 409, 409]);
      expect(await outcomeOf(order)).toEqual(cancelledOnce('unavailable'));
    },
  });

  race('asked for and accepted by several: asked for, and paid back, once', {
    given: async () => {
      const order = await paidOrder();
      expect(await Promise.all(times(3, () => ask(order._id)))).toEqual([200, 200, 200]);
      expect(await count(`order_events where order_id = $1 and action = 'ask-cancel'`, [order._id])).toBe(1);
      return order;
    },
    callers: ({ _id }) => times(4, (n) => () => accept(_id, n % 2 === 0 ? supervisor : colleague)),
    invariant: async (statuses, order) => {
      expect(statuses.toSorted()).toEqual([200, 200, 409, 409]);
      expect(await outcomeOf(order)).toEqual(cancelledOnce('customer'));
    },
  });

  for (const { title, wants, by, started: allowed } of [
    // What has just left is cancelled too (rule 51).
    { title: 'by a supervisor', wants: false, by: cancel, started: [200, 404, 409] },
    { title: 'at the customer’s request', wants: true, by: accept, started: [404, 409] },
  ]) {
    race(`${title} while its delivery starts: money follows what the order became`, {
      given: async () => {
        const order = await assignedOrder();
        if (wants) await ask(order._id);
        return order;
      },
      callers: ({ _id }) => [() => by(_id, supervisor), () => start(_id)],
      invariant: async ([cancelled, started], order) => {
        const outcome = await outcomeOf(order);
        if (cancelled === 200) {
          expect(allowed).toContain(started);
          expect(outcome).toEqual(cancelledOnce(wants ? 'customer' : 'unavailable'));
        } else {
          expect([cancelled, started]).toEqual([409, 200]);
          expect(outcome).toEqual({ state: 'delivering', reason: null, cancelled: 0, refunds: [] });
        }
      },
    });
  }

  race('while its customer asks for it and another accepts: cancelled, and paid back, once', {
    given: async (round) => {
      const order = await paidOrder();
      // In half of the rounds the request waits already.
      if (round % 2 === 0) await ask(order._id);
      return order;
    },
    callers: ({ _id }) => [() => ask(_id), () => cancel(_id, supervisor), () => accept(_id, colleague)],
    invariant: async ([asked, cancelled, first], order) => {
      let accepted = first;
      // When the request comes between the two, both are refused: it is accepted afterwards.
      if (cancelled !== 200 && accepted !== 200) {
        expect([asked, cancelled, accepted]).toEqual([200, 409, 404]);
        accepted = await accept(order._id, colleague);
      }
      expect([cancelled, accepted].filter((status) => status === 200)).toHaveLength(1);
      expect(await outcomeOf(order)).toEqual(cancelledOnce(accepted === 200 ? 'customer' : 'unavailable'));
    },
  });
});

describe('a payment under review', () => {
  /** It received exactly the total of an unpaid order. */
  async function putAside() {
    const order = await buildOrder(server.db, { state: 'pre-treatment', customerId: customer.row.id });
    const basket = await fillBasket(server);
    const opened = await openPayment(server, customer, { order: elsewhere(basket.order) });
    await reportOverHttp(call, server, reportOf(opened, { amount: order.total }));
    return { order, opened };
  }

  race('two refunds, an attachment and a closing: exactly one happens', {
    given: putAside,
    callers: ({ order, opened }) => {
      const act = (by: Visitor, action: string, body?: object) => () =>
        statusOf(by, 'POST', `/payments/${opened.transactionId}/${action}`, body);
      const late = { amount: order.total, reference: `LATE-${opened.transactionId}` };
      return [
        act(supervisor, 'refund'),
        act(colleague, 'refund'),
        act(supervisor, 'attach', { order: order.id }),
        act(colleague, 'seen', { note: 'Vu avec le client' }),
        async () => (await reportOverHttp(call, server, reportOf(opened, late))).status,
      ];
    },
    invariant: async ([...decisions], { order, opened }) => {
      decisions.pop();
      for (const status of decisions) if (status >= 300) expect([404, 409]).toContain(status);
      const done = ['refund', 'refund', 'attach', 'close'].filter((_, n) => decisions[n]! < 300);
      expect(done).toHaveLength(1);
      expect(await stateOf(order.id)).toBe(done[0] === 'attach' ? 'pending' : 'pre-treatment');
      expect(await refundsOf(opened.transactionId)).toEqual(done[0] === 'refund' ? PAID_BACK_ONCE : []);
      // The late money is recorded whatever was decided.
      expect(await count('stray_debits where reference = $1', [`LATE-${opened.transactionId}`])).toBe(1);
    },
  });

  race('attached to an order that is paid in the portal: the order is paid once', {
    given: async () => {
      const { order, opened } = await putAside();
      return { order, opened, portal: await openPayment(server, customer, { orderId: order.id }) };
    },
    callers: ({ order, opened, portal }) => [
      () => statusOf(supervisor, 'POST', `/payments/${opened.transactionId}/attach`, { order: order.id }),
      async () => (await reportOverHttp(call, server, reportOf(portal))).status,
    ],
    invariant: async ([attached], { order, opened, portal }) => {
      const statusIn = async (payment: typeof opened) =>
        (await rowsOf('select status from payments where transaction_id = $1', [payment.transactionId]))[0]
          .status;
      const [paid, left] = attached === 204 ? [opened, portal] : [portal, opened];
      expect([await statusIn(paid), await statusIn(left)]).toEqual(['paid', 'review']);
      expect(await stateOf(order.id)).toBe('pending');
    },
  });
});
