import { afterAll, beforeAll, expect, it } from 'vitest';
import { sendRefunds } from '../payments/refund.ts';
import { type Caller, callOverHttp, inRounds, RACE_MS, shuffled } from '../testing/http.ts';
import { expectInvariants } from '../testing/invariants.ts';
import { placePaidOrder } from '../testing/pay.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';

// A paid order that a supervisor cancels, while something else happens to it.

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

const cancel = async (id: string, by = supervisors[0]!) =>
  (await call(by, 'POST', `/orders/${id}/cancellation`, { reason: 'unavailable' })).status;
const ask = async (id: string) =>
  (await call(customer, 'POST', `/orders/${id}/cancel-request`, { reason: 'mistake' })).status;
const accept = async (id: string, by: Visitor) =>
  (await call(by, 'POST', `/orders/${id}/cancel-request/decision`, { declined: null })).status;

/** The order, how often it was cancelled, and the refunds of its payment with how often the provider got each. */
async function outcomeOf({ _id, transactionId }: { _id: string; transactionId: string }) {
  await Promise.all([sendRefunds(server.ctx), sendRefunds(server.ctx)]);
  const { rows } = await server.pool.query(
    `select state, cancel_reason as reason,
      (select count(*)::int from order_events e where e.order_id = o.id and to_value = 'cancelled') as cancelled
     from orders o where id = $1`,
    [_id],
  );
  const { rows: refunds } = await server.pool.query(
    `select r.state, (select count(*)::int from sandbox_refunds s where s.refund_id = r.id::text) as sent
     from refunds r join payments p on p.id = r.payment_id where p.transaction_id = $1`,
    [transactionId],
  );
  return { ...rows[0], refunds };
}
const paidBackOnce = [{ state: 'done', sent: 1 }];

it(
  'a paid order cancelled by two supervisors is cancelled, and paid back, once',
  async () => {
    await inRounds(1, async (round) => {
      const order = await placePaidOrder(server, customer);
      const callers = supervisors.flatMap((by) => [() => cancel(order._id, by), () => cancel(order._id, by)]);
      const statuses = await Promise.all(shuffled(callers, round).map((one) => one()));
      // The one who did it is answered the same twice.
      expect(statuses.toSorted()).toEqual([200, 200, 409, 409]);
      expect(await outcomeOf(order)).toEqual({
        state: 'cancelled',
        reason: 'unavailable',
        cancelled: 1,
        refunds: paidBackOnce,
      });
    });
  },
  RACE_MS,
);

it(
  'a paid order cancelled while its delivery starts is one or the other, and money follows',
  async () => {
    await inRounds(1, async (round) => {
      const order = await placePaidOrder(server, customer);
      for (const body of [{ pharmacy: pharmacy.row.id }, { deliveryPerson: courier.row.id }])
        await call(supervisors[0]!, 'PATCH', `/orders/${order._id}/assign`, body);
      const seen: Record<string, number> = {};
      const start = () => call(courier, 'PATCH', `/orders/${order._id}/status`, { status: 'delivering' });
      const callers = [
        async () => (seen.cancelled = await cancel(order._id)),
        async () => (seen.started = (await start()).status),
      ];
      await Promise.all(shuffled(callers, round).map((one) => one()));
      const outcome = await outcomeOf(order);
      if (seen.cancelled === 200) {
        expect([404, 409]).toContain(seen.started);
        expect(outcome).toMatchObject({ state: 'cancelled', cancelled: 1, refunds: paidBackOnce });
      } else {
        expect(seen).toEqual({ cancelled: 409, started: 200 });
        expect(outcome).toEqual({ state: 'delivering', reason: null, cancelled: 0, refunds: [] });
      }
    });
  },
  RACE_MS,
);

it(
  'a paid order cancelled while its customer asks for it and another accepts is cancelled, and paid back, once',
  async () => {
    await inRounds(1, async (round) => {
      const order = await placePaidOrder(server, customer);
      // In half of the rounds the request waits already.
      if (round % 2 === 0) await ask(order._id);
      const [one, other] = supervisors as [Visitor, Visitor];
      const seen: Record<string, number> = {};
      const callers = [
        async () => (seen.asked = await ask(order._id)),
        async () => (seen.cancelled = await cancel(order._id, one)),
        async () => (seen.accepted = await accept(order._id, other)),
      ];
      await Promise.all(shuffled(callers, round).map((each) => each()));
      // When the request comes between the two, both are refused: it is accepted afterwards.
      if (seen.cancelled !== 200 && seen.accepted !== 200) {
        expect(seen).toEqual({ asked: 200, cancelled: 409, accepted: 404 });
        seen.accepted = await accept(order._id, other);
      }
      expect([seen.cancelled, seen.accepted].filter((status) => status === 200)).toHaveLength(1);
      expect(await outcomeOf(order)).toEqual({
        state: 'cancelled',
        reason: seen.accepted === 200 ? 'customer' : 'unavailable',
        cancelled: 1,
        refunds: paidBackOnce,
      });
    });
  },
  RACE_MS,
);
