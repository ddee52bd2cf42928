import { expect } from 'vitest';
import { type Earnings, prepareEarnings } from '../benefits/earnings.fixture.ts';
import { sendRefunds } from '../payments/refund.ts';
import { times } from '../testing/http.ts';
import { fillBasket, placePaidOrder } from '../testing/pay.ts';
import type { Visitor } from '../testing/test-app.ts';
import { call, codesOf, count, race, rowsOf, server, startServer } from './race.ts';

let customer: Visitor;
let supervisor: Visitor;
let colleague: Visitor;
let admin: Visitor;
let earnings: Earnings;

startServer({}, async () => {
  customer = await server.signIn('customer');
  supervisor = await server.signIn('supervisor');
  colleague = await server.signIn('superAdmin');
  admin = await server.signIn('superAdmin');
  earnings = await prepareEarnings(server.db);
});

/** Three boxes at 1 250 F: 4 825 F with the fee; one box gives 1 375 F back. */
async function paidOrder() {
  const basket = await fillBasket(server);
  const { _id } = await placePaidOrder(server, customer, basket);
  return { _id, medicationId: basket.medication.id };
}
const give = (by: Visitor, _id: string, medicationId: string, givenBack: number) =>
  call(by, 'POST', `/orders/${_id}/give-back`, { lines: [{ medicationId, givenBack }], reason: 'other' });
const amountsOf = async (id: string): Promise<number[]> =>
  (
    await rowsOf('select amount_fcfa as amount from refunds where order_id = $1 order by amount_fcfa', [id])
  ).map(({ amount }) => amount);
const lineOf = async (id: string): Promise<string> =>
  (await rowsOf('select medication_id as id from order_items where order_id = $1', [id]))[0].id;

race('the same box by two supervisors, each twice: given back, and sent, once', {
  given: paidOrder,
  callers: ({ _id, medicationId }) =>
    times(4, (n) => () => give(n % 2 === 0 ? supervisor : colleague, _id, medicationId, 1)),
  invariant: async (results, { _id }) => {
    expect(codesOf(results)).toEqual([200, 200, 200, 200]);
    expect(await amountsOf(_id)).toEqual([1_375]);
    await Promise.all([sendRefunds(server.ctx), sendRefunds(server.ctx)]);
    const sent = 'sandbox_refunds s join refunds r on r.id::text = s.refund_id where r.order_id = $1';
    expect(await count(sent, [_id])).toBe(1);
  },
});

race('two boxes by one, three by another: never more than was paid, and all of it for the last one', {
  eitherFirst: true,
  given: paidOrder,
  callers: ({ _id, medicationId }) => [
    () => give(supervisor, _id, medicationId, 2),
    () => give(colleague, _id, medicationId, 3),
  ],
  invariant: async ([two, three], { _id }) => {
    expect(three?.status).toBe(200);
    // The other one is told that the order is cancelled.
    expect([200, 409]).toContain(two?.status);
    expect(await amountsOf(_id)).toEqual(two?.status === 200 ? [4_825 - 2_750, 2_750] : [4_825]);
  },
});

race('a box while the order is cancelled: together what was paid', {
  eitherFirst: true,
  given: paidOrder,
  callers: ({ _id, medicationId }) => [
    () => give(supervisor, _id, medicationId, 1),
    () => call(colleague, 'POST', `/orders/${_id}/cancellation`, { reason: 'duplicate' }),
  ],
  invariant: async ([given, cancelled], { _id }) => {
    expect(cancelled?.status).toBe(200);
    expect([200, 409]).toContain(given?.status);
    expect(await amountsOf(_id)).toEqual(given?.status === 200 ? [1_375, 3_450] : [4_825]);
  },
});

race('a box while the order ends: its commission is shared without the part, or corrected', {
  eitherFirst: true,
  given: async () => {
    const doctor = await server.signIn('partnerDoctor', { verified: true });
    const { id } = await earnings.order(doctor.row.id, 1_000, 'delivered');
    return { doctor, id, medicationId: await lineOf(id) };
  },
  callers: ({ id, medicationId }) => [
    () => give(supervisor, id, medicationId, 1),
    () => call(colleague, 'PATCH', `/orders/${id}/status`, { status: 'ended' }),
  ],
  invariant: async (results, { doctor, id }) => {
    expect(codesOf(results)).toEqual([200, 200]);
    const [row] = await rowsOf(
      `select o.commission_fcfa - sum(l.commission_fcfa) as rest from refund_lines l join orders o on o.id = l.order_id
       where o.id = $1 group by o.id`,
      [id],
    );
    const { total } = (await call(doctor, 'GET', '/benefics/partner')).body;
    expect(total).toBe(Math.floor(Number(row.rest) / 2));
  },
});

race(
  'a box while the prescriber is paid: the sum is that of before or after, and what is too much is taken off',
  {
    eitherFirst: true,
    given: async () => {
      const doctor = await server.signIn('partnerDoctor', { verified: true });
      const { id } = await earnings.order(doctor.row.id, 1_000, 'ended');
      return { doctor, id, medicationId: await lineOf(id) };
    },
    callers: ({ doctor, id, medicationId }) => [
      () => give(supervisor, id, medicationId, 1),
      () => call(admin, 'POST', '/benefics/pay/partner', [{ idPartner: doctor.row.id, amount: 500 }]),
    ],
    invariant: async ([given, paid], { doctor, id }) => {
      expect(given?.status).toBe(200);
      expect([200, 409]).toContain(paid?.status);
      const [row] = await rowsOf(
        `select sum(-amount_fcfa)::int as owed from entries e where beneficiary_id = $1`,
        [doctor.row.id],
      );
      const [back] = await rowsOf(
        'select sum(commission_fcfa)::int as sum from refund_lines where order_id = $1',
        [id],
      );
      const share = Math.floor((1_000 - back.sum) / 2);
      expect(row.owed).toBe(paid?.status === 200 ? share - 500 : share);
    },
  },
);
