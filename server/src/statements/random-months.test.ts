import type { StatementMonth } from '@amasin/domain/statements/statement.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { prepareEarnings } from '../benefits/earnings.fixture.ts';
import { upsertPayoutAccount } from '../benefits/payout-queries.ts';
import { sendPayouts } from '../benefits/send.ts';
import { expectInvariants } from '../testing/invariants.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

// Model test: random earnings, payouts, failures, retries and days. The months of the statements follow each other to the franc,
// and the last one ends with what is owed.

let server: TestApp;
let calls = 0;

beforeAll(async () => {
  server = await startTestApp({ settings: { payouts: 'provider' } });
});
afterAll(() => server.close());

const step = fc.oneof(
  fc.record({ do: fc.constant('earn' as const), commission: fc.integer({ min: 1, max: 9_000 }) }),
  fc.record({ do: fc.constant('pay' as const), share: fc.integer({ min: 1, max: 100 }) }),
  // The sandbox refuses numbers that end in 99.
  fc.record({ do: fc.constant('change account' as const), works: fc.boolean() }),
  fc.record({ do: fc.constant('send' as const) }),
  fc.record({ do: fc.constant('replace' as const), byHand: fc.boolean() }),
  fc.record({ do: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 900 }) }),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

const benin = new Intl.DateTimeFormat('en-CA', {
  year: 'numeric',
  month: '2-digit',
  timeZone: 'Africa/Porto-Novo',
});

async function play(steps: readonly Step[]) {
  const earnings = await prepareEarnings(server.db);
  const { row: partner } = await server.signIn('partnerDoctor', { verified: true });
  const { row: admin } = await server.signIn('superAdmin');
  const asAdmin = async (method: string, path: string, body?: unknown) => {
    calls += 1;
    const headers = { 'idempotency-key': `month ${calls}` };
    return server.call(await server.session(admin), method, path, body, headers);
  };
  const mine = async (path: string) => (await server.call(await server.session(partner), 'GET', path)).body;
  const earned = new Map<string, number>();

  for (const current of steps) {
    if (current.do === 'earn') {
      const { id } = await earnings.order(partner.id, current.commission, 'delivered');
      expect((await asAdmin('PATCH', `/orders/${id}/status`, { status: 'ended' })).status).toBe(200);
      const month = benin.format(server.clock.now());
      earned.set(month, (earned.get(month) ?? 0) + Math.floor(current.commission / 2));
    } else if (current.do === 'pay') {
      const { pending } = await mine('/benefics/partner');
      const amount = Math.ceil((pending * current.share) / 100);
      if (amount === 0) continue;
      const body = [{ idPartner: partner.id, amount }];
      expect((await asAdmin('POST', '/benefics/pay/partner', body)).status).toBe(200);
    } else if (current.do === 'change account') {
      const phone = `+22901660000${current.works ? '01' : '99'}`;
      await upsertPayoutAccount(server.db, partner.id, { operator: 'mtn', phone });
    } else if (current.do === 'send') await sendPayouts(server.ctx);
    else if (current.do === 'replace') {
      const { payouts } = (await asAdmin('GET', '/benefics/payouts')).body;
      for (const { _id, state } of payouts) {
        if (state !== 'failed') continue;
        const [path, body] = current.byHand ? ['by-hand', { note: 'En espèces' }] : ['retry', undefined];
        const { status } = await asAdmin('POST', `/benefics/payouts/${_id}/${path}`, body);
        expect([204, 409]).toContain(status);
      }
    } else server.clock.advance(current.hours * 3600);
  }

  const months: StatementMonth[] = (await mine('/statements')).months.toReversed();
  let owed = 0;
  for (const { month, balance, amount, lines } of months) {
    const read = await mine(`/statements/${month}?limit=200`);
    expect(read.statement).toMatchObject({ month, balance, amount, lines });
    const sumOf = (kind: string) =>
      read.lines
        .filter((line: { kind: string }) => line.kind === kind)
        .reduce((sum: number, line: { amount: number }) => sum + line.amount, 0);
    expect(balance).toEqual({
      opening: owed,
      earned: sumOf('share'),
      corrected: 0,
      paid: sumOf('payout'),
      returned: sumOf('return'),
      closing: owed + sumOf('share') - sumOf('payout') + sumOf('return'),
    });
    expect(amount).toBe(earned.get(month) ?? 0);
    owed = balance.closing;
  }
  const { pending, held } = await mine('/benefics/partner');
  expect(owed).toBe(pending + held);
  expect(months.reduce((sum, { amount }) => sum + amount, 0)).toBe(
    [...earned.values()].reduce((sum, amount) => sum + amount, 0),
  );
}

it('each month begins with what the one before ended with, and the last one ends with what is owed', async () => {
  const program = fc.array(step, { minLength: 10, maxLength: 25 });
  await fc.assert(fc.asyncProperty(program, play), { numRuns: 10 });
  await expectInvariants(server.db);
});
