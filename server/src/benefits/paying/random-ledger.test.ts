import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectWhole } from '../../testing/invariants.ts';
import { startTestApp, type TestApp, type Visitor } from '../../testing/test-app.ts';
import { type Earnings, prepareEarnings } from '../earnings.fixture.ts';

// Model test: random payments, endings, payouts and verifications through the API, compared with a simple count.

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
    by: fc.constantFrom(0, 1, null),
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

interface Count {
  total: number;
  paid: number;
  verified: boolean;
}
const pending = (count: Count | undefined) => (count?.verified ? count.total - count.paid : 0);

async function play(steps: readonly Step[]) {
  const doctors = [await server.signIn('partnerDoctor'), await server.signIn('partnerDoctor')];
  const counts: Count[] = doctors.map(() => ({ total: 0, paid: 0, verified: false }));
  const overview = async () => (await server.call(admin, 'GET', '/benefics/superadmin')).body;
  const before = await overview();
  const platform: Count = { total: before.total, paid: before.totalPaid, verified: true };
  const open: { id: string; by: number | null; commission: number }[] = [];
  const post = (path: string, body: unknown) => {
    calls += 1;
    return server.call(admin, 'POST', path, body, { 'idempotency-key': `step ${calls}` });
  };

  for (const one of steps) {
    if (one.do === 'pay') {
      const partnerId = one.by === null ? null : doctors[one.by]!.row.id;
      const { id } = await earnings.order(partnerId, one.commission, 'delivered');
      open.push({ id, by: one.by, commission: one.commission });
    } else if (one.do === 'end') {
      const [order] = open.splice(one.which % (open.length || 1), 1);
      if (order === undefined) continue;
      await server.call(admin, 'PATCH', `/orders/${order.id}/status`, { status: 'ended' });
      const share = order.by === null ? 0 : Math.floor(order.commission / 2);
      platform.total += order.commission - share;
      if (order.by !== null) counts[order.by]!.total += share;
    } else if (one.do === 'payout') {
      const isLegal = one.shares.every((share) => share.amount <= pending(counts[share.to]));
      const list = one.shares.map((share) => ({
        idPartner: doctors[share.to]!.row.id,
        amount: share.amount,
      }));
      expect((await post('/benefics/pay/partner', list)).status).toBe(isLegal ? 200 : 409);
      if (isLegal) for (const share of one.shares) counts[share.to]!.paid += share.amount;
    } else if (one.do === 'payout to the platform') {
      const isLegal = one.amount <= pending(platform);
      const { status } = await post('/benefics/pay/superadmin', { amount: one.amount });
      expect(status).toBe(isLegal ? 200 : 409);
      if (isLegal) platform.paid += one.amount;
    } else {
      const values = [doctors[one.who]!.row.id, one.verified];
      await server.pool.query('update users set verified = $2 where id = $1', values);
      counts[one.who]!.verified = one.verified;
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
  await expectWhole(server.db);
});
