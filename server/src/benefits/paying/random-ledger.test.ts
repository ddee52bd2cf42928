import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectInvariants } from '../../testing/invariants/invariants.ts';
import { startTestApp, type TestApp, type Visitor } from '../../testing/test-app.ts';
import { type Earnings, prepareEarnings } from '../earnings.fixture.ts';

// Model test: random steps end orders and pay out through the API, and create orders and verify doctors directly in the
// database. The balances are compared with a simple count.

let server: TestApp;
let earnings: Earnings;
let admin: Visitor;
let calls = 0;

beforeAll(async () => {
  server = await startTestApp();
  earnings = await prepareEarnings(server.db);
  admin = await server.signIn('superAdmin');
});
afterAll(() => server.close());

const doctor = fc.constantFrom(0, 1);
const amount = fc.integer({ min: 1, max: 3_000 });
const step = fc.oneof(
  fc.record({
    do: fc.constant('pay' as const),
    partner: fc.constantFrom(0, 1, null),
    commission: fc.integer({ min: 1, max: 4_000 }),
  }),
  fc.record({ do: fc.constant('end' as const), which: fc.nat(9) }),
  fc.record({
    do: fc.constant('payout' as const),
    shares: fc.uniqueArray(fc.record({ to: doctor, amount }), {
      minLength: 1,
      selector: ({ to }) => to,
    }),
  }),
  fc.record({ do: fc.constant('payout to the platform' as const), amount }),
  fc.record({ do: fc.constant('verify' as const), who: doctor, verified: fc.boolean() }),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

interface ExpectedBalance {
  total: number;
  paid: number;
  verified: boolean;
}
const pending = (count: ExpectedBalance | undefined) => (count?.verified ? count.total - count.paid : 0);

async function play(steps: readonly Step[]) {
  const doctors = [await server.signIn('partnerDoctor'), await server.signIn('partnerDoctor')];
  const counts: ExpectedBalance[] = doctors.map(() => ({ total: 0, paid: 0, verified: false }));
  const overview = async () => (await server.call(admin, 'GET', '/benefics/superadmin')).body;
  const before = await overview();
  const platform: ExpectedBalance = { total: before.total, paid: before.totalPaid, verified: true };
  const open: { id: string; partner: number | null; commission: number }[] = [];
  const post = (path: string, body: unknown) => {
    calls += 1;
    return server.call(admin, 'POST', path, body, { 'idempotency-key': `step ${calls}` });
  };

  for (const current of steps) {
    if (current.do === 'pay') {
      const partnerId = current.partner === null ? null : doctors[current.partner]!.row.id;
      const { id } = await earnings.order(partnerId, current.commission, 'delivered');
      open.push({ id, partner: current.partner, commission: current.commission });
    } else if (current.do === 'end') {
      const [order] = open.splice(current.which % (open.length || 1), 1);
      if (order === undefined) continue;
      await server.call(admin, 'PATCH', `/orders/${order.id}/status`, { status: 'ended' });
      const share = order.partner === null ? 0 : Math.floor(order.commission / 2);
      platform.total += order.commission - share;
      if (order.partner !== null) counts[order.partner]!.total += share;
    } else if (current.do === 'payout') {
      const isLegal = current.shares.every((share) => share.amount <= pending(counts[share.to]));
      const list = current.shares.map((share) => ({
        idPartner: doctors[share.to]!.row.id,
        amount: share.amount,
      }));
      expect((await post('/benefics/pay/partner', list)).status).toBe(isLegal ? 200 : 409);
      if (isLegal) for (const share of current.shares) counts[share.to]!.paid += share.amount;
    } else if (current.do === 'payout to the platform') {
      const isLegal = current.amount <= pending(platform);
      const { status } = await post('/benefics/pay/superadmin', { amount: current.amount });
      expect(status).toBe(isLegal ? 200 : 409);
      if (isLegal) platform.paid += current.amount;
    } else {
      const values = [doctors[current.who]!.row.id, current.verified];
      await server.pool.query('update users set verified = $2 where id = $1', values);
      counts[current.who]!.verified = current.verified;
    }
  }

  for (const [index, who] of doctors.entries()) {
    const count = counts[index]!;
    const { body } = await server.call(who, 'GET', '/benefics/partner');
    const rest = count.total - count.paid;
    expect(body).toEqual({
      total: count.total,
      totalPaid: count.paid,
      pending: pending(count),
      held: count.verified ? 0 : rest,
    });
  }
  expect(await overview()).toMatchObject({
    total: platform.total,
    totalPaid: platform.paid,
    totalToPay: pending(platform),
  });
}

it('figures and refusals match the model after random steps, and the database invariants hold', async () => {
  const program = fc.array(step, { minLength: 10, maxLength: 30 });
  await fc.assert(fc.asyncProperty(program, play), { numRuns: 25 });
  await expectInvariants(server.db);
});
