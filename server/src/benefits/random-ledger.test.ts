import { operators } from '@amasin/domain/payments/operators.ts';
import { casesOf } from '@amasin/domain/testing/cases-of.ts';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { noPayments } from '../payments/confirm.ts';
import type { PaymentProvider, PayoutStatus } from '../ports/payment-provider.ts';
import { expectInvariants } from '../testing/invariants.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';
import { type Earnings, prepareEarnings } from './earnings.fixture.ts';
import { upsertPayoutAccount } from './payout-queries.ts';
import { sendPayouts } from './send.ts';

// Model test: random steps end orders and pay out through the API, and create orders and verify doctors directly in the
// database; a provider sends payouts, loses some, refuses some, which are asked for again or made by hand. The balances and
// payouts are compared with a simple count.

const RUNS = casesOf(25, 10_000);
/** Programs on one server: the overview of each lists the partners of all before. */
const BATCH = 200;
const batches = Array.from({ length: Math.ceil(RUNS / BATCH) }, (_, batch) => ({
  batch,
  runs: Math.min(BATCH, RUNS - batch * BATCH),
}));
const TIMEOUT_MS = Math.max(300_000, BATCH * 5_000);
/** The provider's answer to every payout from now on; `silent`: none. */
const payoutAnswers = ['done', 'pending', 'failed', 'silent'] as const;
type PayoutAnswer = (typeof payoutAnswers)[number];

const MAX_A_DAY = 3;

/** A provider of payouts whose answer the test sets. */
function payoutProvider(): { provider: PaymentProvider; state: { answer: PayoutAnswer } } {
  const state: { answer: PayoutAnswer } = { answer: 'done' };
  const send = async (): Promise<PayoutStatus> => {
    const { answer } = state;
    if (answer === 'silent') throw new Error('no response of the provider');
    return { state: answer, reason: answer === 'failed' ? 'Compte inconnu' : null };
  };
  const prepare = async ({ payoutId }: { payoutId: string }) => `P-${payoutId}`;
  const made = async () => new Map<string, string>();
  const payouts = { operators, maxAmount: 1_000_000, maxADay: MAX_A_DAY, made, prepare, send };
  return { provider: { ...noPayments, name: 'fake', payouts }, state };
}

interface ExpectedPayout {
  readonly partner: number;
  readonly amount: number;
  /** Null: noted as made by hand, in place of a failed one. */
  readonly phone: string | null;
  state: 'asked' | 'sent' | 'done' | 'failed';
  isPrepared: boolean;
  isReplaced: boolean;
}

interface ExpectedBalance {
  total: number;
  paid: number;
  verified: boolean;
  /** The telephone where this partner is paid. */
  phone: string | null;
}

const pending = (count: ExpectedBalance | undefined) => (count?.verified ? count.total - count.paid : 0);

/** Books a payout to a partner; by hand there is no row of it. */
function book(all: ExpectedPayout[], count: ExpectedBalance, partner: number, amount: number): void {
  count.paid += amount;
  if (count.phone === null) return;
  const { phone } = count;
  all.push({ partner, amount, phone, state: 'asked', isPrepared: false, isReplaced: false });
}

/** Sends payouts as the repeated job does, in the order of their decision. */
function sendAll(all: ExpectedPayout[], counts: ExpectedBalance[], answer: PayoutAnswer): void {
  for (const payout of all) {
    if (payout.state !== 'asked' && payout.state !== 'sent') continue;
    const prepared = all.filter(
      ({ phone, isPrepared, state }) => phone === payout.phone && isPrepared && state !== 'failed',
    );
    if (!payout.isPrepared && prepared.length >= MAX_A_DAY) continue;
    payout.isPrepared = true;
    if (answer === 'silent') continue;
    payout.state = answer === 'pending' ? 'sent' : answer;
    const count = counts[payout.partner];
    if (answer === 'failed' && count) count.paid -= payout.amount;
  }
}

/** Replaces a payout as POST retry or by-hand does, in `all`. @returns the status */
function replace(
  all: ExpectedPayout[],
  counts: ExpectedBalance[],
  payout: ExpectedPayout,
  byHand: boolean,
): number {
  if (payout.isReplaced) return 204;
  const count = counts[payout.partner];
  const { partner, amount } = payout;
  if (payout.state !== 'failed' || count === undefined || amount > pending(count)) return 409;
  if (byHand) {
    count.paid += amount;
    all.push({ partner, amount, phone: null, state: 'done', isPrepared: false, isReplaced: false });
  } else {
    if (count.phone === null) return 409;
    book(all, count, partner, amount);
  }
  payout.isReplaced = true;
  return 204;
}

const { provider, state: atProvider } = payoutProvider();

let server: TestApp;
let earnings: Earnings;
let admin: Visitor;
let calls = 0;

beforeEach(async () => {
  server = await startTestApp({ payments: provider, settings: { payouts: 'provider' } });
  earnings = await prepareEarnings(server.db);
  admin = await server.signIn('superAdmin');
});
afterEach(() => server.close());

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
  fc.record({ do: fc.constant('account' as const), who: doctor }),
  fc.record({ do: fc.constant('provider' as const), answer: fc.constantFrom(...payoutAnswers) }),
  fc.record({ do: fc.constant('job' as const) }),
  fc.record({ do: fc.constant('replace' as const), which: fc.nat(9), byHand: fc.boolean() }),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

let phones = 0;

/** The payouts to these partners, in the order of their decision. */
async function payoutsOf(partners: readonly string[]) {
  const { rows } = await server.pool.query(
    'select id, beneficiary_id, amount_fcfa as amount, phone, state from payouts where beneficiary_id = any($1) order by id',
    [partners],
  );
  return rows;
}

async function play(steps: readonly Step[]) {
  const doctors = [
    await server.signIn('partnerDoctor', { verified: true }),
    await server.signIn('partnerDoctor', { verified: false }),
  ];
  const none = { total: 0, paid: 0, phone: null };
  const counts: ExpectedBalance[] = doctors.map(({ row: { verified } }) => ({ ...none, verified }));
  const ids = doctors.map(({ row }) => row.id);
  const payouts: ExpectedPayout[] = [];
  const overview = async () => (await server.call(admin, 'GET', '/benefics/superadmin')).body;
  const before = await overview();
  const platform = { ...none, total: before.total, paid: before.totalPaid, verified: true };
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
      if (isLegal) for (const { to, amount } of current.shares) book(payouts, counts[to]!, to, amount);
    } else if (current.do === 'payout to the platform') {
      const isLegal = current.amount <= pending(platform);
      const { status } = await post('/benefics/pay/superadmin', { amount: current.amount });
      expect(status).toBe(isLegal ? 200 : 409);
      if (isLegal) platform.paid += current.amount;
    } else if (current.do === 'account') {
      phones += 1;
      const phone = `+22901${66_000_000 + phones}`;
      await upsertPayoutAccount(server.db, doctors[current.who]!.row.id, { operator: 'mtn', phone });
      counts[current.who]!.phone = phone;
    } else if (current.do === 'provider') {
      atProvider.answer = current.answer;
    } else if (current.do === 'job') {
      await server.pool.query(
        `update payouts p set next_try_at = $1::timestamptz - make_interval(secs => 1000 - nth)
         from (select id, row_number() over (order by id) as nth from payouts where beneficiary_id = any($2)) due
         where due.id = p.id and next_try_at is not null`,
        [server.clock.now(), ids],
      );
      sendAll(payouts, counts, atProvider.answer);
      await sendPayouts(server.ctx);
    } else if (current.do === 'replace') {
      const index = current.which % (payouts.length || 1);
      const payout = payouts[index];
      if (payout === undefined) continue;
      const { id } = (await payoutsOf(ids))[index];
      const expected = replace(payouts, counts, payout, current.byHand);
      const [path, body] = current.byHand ? ['by-hand', { note: 'En espèces' }] : ['retry', undefined];
      const { status } = await server.call(admin, 'POST', `/benefics/payouts/${id}/${path}`, body);
      expect(status).toBe(expected);
    } else {
      const values = [doctors[current.who]!.row.id, current.verified];
      await server.pool.query('update users set verified = $2 where id = $1', values);
      counts[current.who]!.verified = current.verified;
    }
    expect(await payoutsOf(ids)).toMatchObject(
      payouts.map(({ partner, amount, phone, state }) => ({
        beneficiary_id: ids[partner],
        amount,
        phone,
        state,
      })),
    );
  }

  for (const [index, who] of doctors.entries()) {
    const count = counts[index]!;
    const { body } = await server.call(who, 'GET', '/benefics/partner');
    const rest = count.total - count.paid;
    const isSending = ({ partner, state }: ExpectedPayout) =>
      partner === index && (state === 'asked' || state === 'sent');
    const sending = payouts.filter(isSending).reduce((sum, { amount }) => sum + amount, 0);
    expect({ ...body, sending: body.sending ?? 0 }).toMatchObject({
      sending,
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

it.each(batches)(
  'figures and refusals match the model after random steps, and the database invariants hold, batch $batch',
  async ({ batch, runs }) => {
    const program = fc.array(step, { minLength: 10, maxLength: 30 });
    const { seed = 0 } = fc.readConfigureGlobal();
    await fc.assert(fc.asyncProperty(program, play), { numRuns: runs, seed: seed + batch });
    await expectInvariants(server.db);
  },
  TIMEOUT_MS,
);

it('a payout that fails is asked for again, then made by hand, and all of it is counted once', async () => {
  const amount = 400;
  await play([
    { do: 'account', who: 0 },
    { do: 'pay', partner: 0, commission: 1_000 },
    { do: 'end', which: 0 },
    { do: 'provider', answer: 'failed' },
    { do: 'payout', shares: [{ to: 0, amount }] },
    { do: 'job' },
    { do: 'provider', answer: 'pending' },
    { do: 'replace', which: 0, byHand: false },
    { do: 'job' },
    { do: 'provider', answer: 'failed' },
    { do: 'job' },
    { do: 'replace', which: 1, byHand: true },
    { do: 'replace', which: 1, byHand: true },
  ]);
  const { rows } = await server.pool.query('select state, note from payouts order by id desc limit 3');
  expect(rows.map(({ state }) => state)).toEqual(['done', 'failed', 'failed']);
  await expectInvariants(server.db);
});
