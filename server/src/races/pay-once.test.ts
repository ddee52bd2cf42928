import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Caller, callOverHttp, inRounds, RACE_MS, shuffled, times } from '../testing/http.ts';
import { expectInvariants } from '../testing/invariants.ts';
import { type Basket, elsewhere, fillBasket } from '../testing/pay.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';

// One basket in two tabs (same basket id) and on two phones (own ids), opened and paid concurrently.

let server: TestApp;
let call: Caller;
let customer: Visitor;
let basket: Basket;

beforeAll(async () => {
  server = await startTestApp();
  call = await callOverHttp(server);
  basket = await fillBasket(server);
});
afterAll(async () => {
  await expectInvariants(server.db);
  await server.close();
});

const count = async (query: string) =>
  Number((await server.pool.query(`select count(*) as n from ${query}`, [customer.row.id])).rows[0].n);

/** Counts what the customer paid; debits are the provider's records. */
const totals = async () => ({
  orders: await count('orders where customer_id = $1'),
  paid: await count(`payments where customer_id = $1 and status = 'paid'`),
  journals: await count('journals j join orders o on o.id = j.order_id where o.customer_id = $1'),
  debits: await count(
    `sandbox_transactions s join payments p using (transaction_id) where p.customer_id = $1 and s.status = 'paid'`,
  ),
});

/** A tab or a phone: opens the portal and, if it gets one, pays and places the order. */
async function device(sent: { order: object; basketId: string }, behaviour: string): Promise<string> {
  const { status, body } = await call(customer, 'POST', '/payments', sent);
  if (status !== 201) return body.code;
  const url = `/sandbox-pay/transactions/${body.transactionId}/${behaviour}`;
  await server.app.inject({ method: 'POST', url });
  const { transactionId } = body;
  const placed = await call(customer, 'POST', '/orders', { ...sent.order, transactionId });
  return placed.status < 300 ? 'placed' : placed.body.code;
}

it(
  'a basket paid concurrently from two tabs and two phones is one order and one debit',
  async () => {
    await inRounds(1, async (round) => {
      customer = await server.signIn('customer');
      const order = elsewhere(basket.order);
      const ids = ['tab', 'tab', 'phone 1', 'phone 2'];
      const devices = ids.map((basketId, n) =>
        device.bind(null, { order, basketId }, (round + n) % 3 === 0 ? 'silent' : 'approve'),
      );
      const seen = await Promise.all(shuffled(devices, round).map((one) => one()));
      // A device that is too late gets an error, not a second portal.
      expect(new Set([...seen, 'placed', 'ALREADY_PAID'])).toEqual(new Set(['placed', 'ALREADY_PAID']));
      expect(seen).toContain('placed');
      expect(await totals()).toEqual({ orders: 1, paid: 1, journals: 1, debits: 1 });
    });
  },
  RACE_MS,
);

it(
  'a basket changed in one tab and paid in another is one order; other payments go to review',
  async () => {
    await inRounds(1, async (round) => {
      customer = await server.signIn('customer');
      const changes = [basket.order, elsewhere(basket.order), elsewhere(basket.order)];
      const devices = [...changes, ...changes].map((order) =>
        device.bind(null, { order, basketId: 'tab' }, 'approve'),
      );
      await Promise.all(shuffled([...devices, ...times(2, () => devices[0]!)], round).map((one) => one()));
      const { debits, ...rest } = await totals();
      expect(rest).toEqual({ orders: 1, paid: 1, journals: 1 });
      expect(await count(`payments where customer_id = $1 and status = 'review'`)).toBe(debits - 1);
    });
  },
  RACE_MS,
);
