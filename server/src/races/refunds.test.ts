import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildOrder } from '../builders/order.ts';
import { sendRefunds } from '../payments/refund.ts';
import { type Caller, callOverHttp, inRounds, RACE_MS, shuffled, times } from '../testing/http.ts';
import { expectInvariants } from '../testing/invariants.ts';
import {
  elsewhere,
  fillBasket,
  openPayment,
  placePaidOrder,
  reportOf,
  reportOverHttp,
} from '../testing/pay.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';

// Money that is paid back while something else happens to it.

let server: TestApp;
let call: Caller;
let customer: Visitor;
let pharmacy: Visitor;
let courier: Visitor;
let supervisors: Visitor[];

beforeAll(async () => {
  server = await startTestApp();
  call = await callOverHttp(server);
  customer = await server.signIn('customer');
  pharmacy = await server.signIn('pharmacy', { isPartner: true });
  courier = await server.signIn('deliveryPerson');
  supervisors = [await server.signIn('supervisor'), await server.signIn('superAdmin')];
});
afterAll(async () => {
  await expectInvariants(server.db);
  await server.close();
});

const ask = (id: string) => call(customer, 'POST', `/orders/${id}/cancel-request`, { reason: 'mistake' });
const accept = async (id: string, by = supervisors[0]!) =>
  (await call(by, 'POST', `/orders/${id}/cancel-request/decision`, { declined: null })).status;
const stateOf = async (id: string) =>
  (await server.pool.query('select state from orders where id = $1', [id])).rows[0].state as string;
const refundsOf = async (transactionId: string) =>
  (
    await server.pool.query(
      `select r.state, (select count(*)::int from sandbox_refunds s where s.refund_id = r.id::text) as sent
       from refunds r join payments p on p.id = r.payment_id where p.transaction_id = $1 order by r.id`,
      [transactionId],
    )
  ).rows;

it(
  'a cancellation and the start of the delivery: one of them wins, and money follows',
  async () => {
    await inRounds(1, async (round) => {
      const order = await placePaidOrder(server, customer);
      for (const body of [{ pharmacy: pharmacy.row.id }, { deliveryPerson: courier.row.id }])
        await call(supervisors[0]!, 'PATCH', `/orders/${order._id}/assign`, body);
      await ask(order._id);
      const seen: Record<string, number> = {};
      const start = () => call(courier, 'PATCH', `/orders/${order._id}/status`, { status: 'delivering' });
      const callers = [
        async () => (seen.accepted = await accept(order._id)),
        async () => (seen.started = (await start()).status),
      ];
      await Promise.all(shuffled(callers, round).map((one) => one()));
      await sendRefunds(server.ctx);
      const refunds = await refundsOf(order.transactionId);
      if (seen.accepted === 200) {
        expect([404, 409]).toContain(seen.started);
        expect([await stateOf(order._id), refunds]).toEqual(['cancelled', [{ state: 'done', sent: 1 }]]);
      } else {
        expect(seen).toEqual({ accepted: 409, started: 200 });
        expect([await stateOf(order._id), refunds]).toEqual(['delivering', []]);
      }
    });
  },
  RACE_MS,
);

it(
  'a cancellation asked for and accepted by several is asked for, and paid back, once',
  async () => {
    await inRounds(1, async (round) => {
      const order = await placePaidOrder(server, customer);
      const asked = await Promise.all(times(3, () => ask(order._id)));
      expect(asked.map(({ status }) => status)).toEqual([200, 200, 200]);
      const notices = await server.pool.query(
        `select count(*)::int as n from order_events where order_id = $1 and action = 'ask-cancel'`,
        [order._id],
      );
      expect(notices.rows[0].n).toBe(1);
      const callers = supervisors.flatMap((by) => [() => accept(order._id, by), () => accept(order._id, by)]);
      const statuses = await Promise.all(shuffled(callers, round).map((one) => one()));
      // The one who did it is answered the same twice.
      expect(statuses.toSorted()).toEqual([200, 200, 409, 409]);
      await Promise.all([sendRefunds(server.ctx), sendRefunds(server.ctx)]);
      expect(await refundsOf(order.transactionId)).toEqual([{ state: 'done', sent: 1 }]);
    });
  },
  RACE_MS,
);

/** A payment under review that received exactly the total of an unpaid order. */
async function putAside() {
  const order = await buildOrder(server.db, { state: 'pre-treatment', customerId: customer.row.id });
  const basket = await fillBasket(server);
  const opened = await openPayment(server, customer, { order: elsewhere(basket.order) });
  await reportOverHttp(call, server, reportOf(opened, { amount: order.total }));
  return { order, opened };
}

it(
  'two refunds, an attachment and a closing of one payment: exactly one happens',
  async () => {
    await inRounds(1, async (round) => {
      const { order, opened } = await putAside();
      const path = `/payments/${opened.transactionId}`;
      const late = { amount: order.total, reference: `LATE-${opened.transactionId}` };
      const [one, other] = supervisors as [Visitor, Visitor];
      const did: string[] = [];
      const act = (name: string, by: Visitor, action: string, body?: object) => async () => {
        const { status } = await call(by, 'POST', `${path}/${action}`, body);
        if (status < 300) did.push(name);
        else expect([404, 409]).toContain(status);
      };
      const callers = [
        act('refund', one, 'refund'),
        act('refund', other, 'refund'),
        act('attach', one, 'attach', { order: order.id }),
        act('close', other, 'seen', { note: 'Vu avec le client' }),
        async () => void (await reportOverHttp(call, server, reportOf(opened, late))),
      ];
      await Promise.all(shuffled(callers, round).map((each) => each()));
      await sendRefunds(server.ctx);
      expect(did).toHaveLength(1);
      expect(await stateOf(order.id)).toBe(did[0] === 'attach' ? 'pending' : 'pre-treatment');
      const refunds = await refundsOf(opened.transactionId);
      expect(refunds).toEqual(did[0] === 'refund' ? [{ state: 'done', sent: 1 }] : []);
      // The late money is kept whatever was decided.
      const { rows } = await server.pool.query(
        'select count(*)::int as n from stray_debits where reference = $1',
        [late.reference],
      );
      expect(rows[0].n).toBe(1);
    });
  },
  RACE_MS,
);

it(
  'an order paid in the portal while money is attached to it is paid once',
  async () => {
    await inRounds(1, async (round) => {
      const { order, opened } = await putAside();
      const portal = await openPayment(server, customer, { orderId: order.id });
      const seen: Record<string, number> = {};
      const attach = () =>
        call(supervisors[0]!, 'POST', `/payments/${opened.transactionId}/attach`, { order: order.id });
      const callers = [
        async () => (seen.attached = (await attach()).status),
        async () => void (await reportOverHttp(call, server, reportOf(portal))),
      ];
      await Promise.all(shuffled(callers, round).map((one) => one()));
      const { rows } = await server.pool.query(
        `select transaction_id, status from payments where transaction_id in ($1, $2)`,
        [opened.transactionId, portal.transactionId],
      );
      const status = Object.fromEntries(rows.map((row) => [row.transaction_id, row.status]));
      const [paid, left] = seen.attached === 204 ? [opened, portal] : [portal, opened];
      expect(status[paid.transactionId]).toBe('paid');
      expect(status[left.transactionId]).toBe('review');
      expect(await stateOf(order.id)).toBe('pending');
    });
  },
  RACE_MS,
);
