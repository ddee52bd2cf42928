import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Earnings, prepareEarnings } from '../benefits/earnings.fixture.ts';
import { upsertPayoutAccount } from '../benefits/payout-queries.ts';
import { sendPayouts } from '../benefits/send.ts';
import { followUpPayments } from '../payments/confirm.ts';
import { openProvider } from '../payments/open.ts';
import { type FakeFedapay, fedapayEnv, startFedapay } from '../payments/providers/fedapay.fixture.ts';
import { sandboxProvider } from '../payments/providers/sandbox.ts';
import { endMoneyHold, findMoneyHold } from '../payments/queries.ts';
import { sendRefunds } from '../payments/refund.ts';
import type { PaymentProvider } from '../ports/payment-provider.ts';
import { readProviderSettings } from '../settings/payment-settings.ts';
import { sendSms } from '../sms/send.ts';
import { paidWords } from '../sms/texts.ts';
import { backupPath, removeBackups, restoreInto, save } from '../testing/backup.ts';
import { RACE_MS, ROUNDS } from '../testing/http.ts';
import { expectInvariants } from '../testing/invariants.ts';
import {
  type Basket,
  elsewhere,
  fillBasket,
  openPayment,
  providerDoes,
  report,
  reportOf,
} from '../testing/pay.ts';
import { startTestApp, TEST_SECRET, type TestApp, type Visitor } from '../testing/test-app.ts';

// A restore in the middle of everything that moves money. The books of the providers are theirs: they go on.

/** A restore takes a second, more than the round of a race. */
const ROUNDS_MS = RACE_MS * 4;
const PHONE = '+2290197000001';

/** The book of the provider of payments and refunds. */
let book: TestApp;
/** The provider of payouts. */
let fedapay: FakeFedapay;
/** Before the restore. */
let server: TestApp;
let earnings: Earnings;
let basket: Basket;
let doctors: Visitor[];
let hour = 0;

const clockOf = (app: () => TestApp) => ({ now: () => app().clock.now() });

function startOn(app: () => TestApp): Promise<TestApp> {
  const clock = clockOf(app);
  const { payouts: _, ...payments } = sandboxProvider({ db: book.db, clock, secret: TEST_SECRET });
  const settings = readProviderSettings('fedapay', fedapayEnv(fedapay.url));
  const otherPayments: PaymentProvider[] = [openProvider(settings, clock)];
  return startTestApp({ payments, otherPayments, settings: { payouts: 'provider' } });
}

beforeAll(async () => {
  book = await startTestApp();
  fedapay = await startFedapay(clockOf(() => server));
  fedapay.toppedUp = 1_000_000_000;
  server = await startOn(() => server);
  earnings = await prepareEarnings(server.db);
  basket = await fillBasket(server);
  doctors = await Promise.all([1, 2, 3].map(() => server.signIn('partnerDoctor', { verified: true })));
});
afterAll(async () => {
  await expectInvariants(server.db);
  await Promise.all([server.close(), book.close()]);
  await fedapay.close();
  removeBackups();
});

const open = async () =>
  openPayment(server, await server.signIn('customer'), { order: elsewhere(basket.order) });
const idOf = async (text: string, value: string): Promise<string> =>
  (await server.pool.query(text, [value])).rows[0].id;

/** Decides a refund of 4 500 F. @returns its id */
async function decideRefund(supervisor: Visitor): Promise<{ id: string; transactionId: string }> {
  const opened = await open();
  const { transactionId } = opened;
  await report(server, reportOf(opened, { amount: 4_500 }));
  expect((await server.call(supervisor, 'POST', `/payments/${transactionId}/refund`)).status).toBe(204);
  const text =
    'select r.id from refunds r join payments p on p.id = r.payment_id where p.transaction_id = $1';
  return { id: await idOf(text, transactionId), transactionId };
}

/** Decides a payout of 300 F. @returns its id */
async function decidePayout(admin: Visitor, { row: { id } }: Visitor, phone: string): Promise<string> {
  await earnings.order(id, 1_000);
  await upsertPayoutAccount(server.db, id, { operator: 'moov', phone });
  const body = [{ idPartner: id, amount: 300 }];
  expect((await server.call(admin, 'POST', '/benefics/pay/partner', body)).status).toBe(200);
  return idOf('select id from payouts where beneficiary_id = $1 order by asked_at desc limit 1', id);
}

it(
  'after a restore the providers and the ledger agree, and everything is paid once',
  async () => {
    for (let round = 0; round < ROUNDS; round += 1) await runRound(round);
  },
  ROUNDS_MS,
);

async function runRound(round: number): Promise<void> {
  const [supervisor, admin] = [await server.signIn('supervisor'), await server.signIn('superAdmin')];
  const phones = [1, 2, 3].map((n) => `+22901${66_000_000 + round * 3 + n}`);
  const [first, second, third] = doctors as [Visitor, Visitor, Visitor];

  // Sent, and not answered for yet.
  fedapay.payoutBehaviour = 'started';
  const sentPayout = await decidePayout(admin, third, phones[2]!);
  await sendPayouts(server.ctx);
  const sentRefund = await decideRefund(supervisor);
  await book.pool.query(
    `update sandbox_transactions set refund_behaviour = 'slow' where transaction_id = $1`,
    [sentRefund.transactionId],
  );
  await sendRefunds(server.ctx);
  // Asked, and the answer is lost.
  fedapay.payoutBehaviour = 'sent';
  const askedPayout = await decidePayout(admin, second, phones[1]!);
  await server.ctx.otherPayments[0]!.payouts!.prepare({
    payoutId: askedPayout,
    amount: 300,
    operator: 'moov',
    phone: phones[1]!,
    name: 'Partenaire',
    askedAt: server.clock.now(),
  });
  const askedRefund = await decideRefund(supervisor);
  await server.ctx.payments.refund!({
    refundId: askedRefund.id,
    transactionId: askedRefund.transactionId,
    reference: `SBX-${askedRefund.transactionId}`,
    amount: 4_500,
  });
  // Decided.
  const decidedPayout = await decidePayout(admin, first, phones[0]!);
  const decidedRefund = await decideRefund(supervisor);
  const { transactionId } = await open();
  await sendSms(server.ctx, server.db, { to: PHONE, words: paidWords(String(100_000 + round), 4_500) });

  const path = backupPath();
  await save(server, path);

  // The server does more or less after the backup, from round to round.
  await providerDoes(book, transactionId, 'silent');
  fedapay.settlePayouts('sent');
  server.clock.advance(3600);
  hour += 1;
  if (round % 2 === 0) await sendPayouts(server.ctx);
  if (round % 4 < 2) await sendRefunds(server.ctx);
  if (round % 8 < 4) await followUpPayments(server.ctx);
  expect((await server.messages()).filter(({ text }) => text.includes(String(100_000 + round)))).toHaveLength(
    1,
  );

  const restored: TestApp = await startOn(() => restored);
  restored.clock.advance(hour * 3600);
  await restoreInto(restored, path);
  expect(await findMoneyHold(restored.db)).not.toBeNull();
  expect(await endMoneyHold(restored.db, restored.clock.now())).toBe(true);
  // Several times, and much later: what is done stays done.
  for (let n = 0; n < 3; n += 1) {
    await followUpPayments(restored.ctx);
    await sendRefunds(restored.ctx);
    await sendPayouts(restored.ctx);
    restored.clock.advance(7200);
  }

  for (const id of [decidedPayout, askedPayout, sentPayout]) {
    const made = fedapay.payouts.filter(({ asked }) => asked.merchant_reference === id);
    expect([round, made.map(({ status, starts }) => [status, starts])]).toEqual([round, [['sent', 1]]]);
    const { rows } = await restored.pool.query('select state from payouts where id = $1', [id]);
    expect(rows).toEqual([{ state: 'done' }]);
  }
  for (const { id, transactionId: refunded } of [decidedRefund, askedRefund, sentRefund]) {
    const { rows } = await book.pool.query(
      'select refund_id, status from sandbox_refunds where transaction_id = $1',
      [refunded],
    );
    expect(rows).toEqual([{ refund_id: id, status: 'done' }]);
    const own = await restored.pool.query('select state from refunds where id = $1', [id]);
    expect(own.rows).toEqual([{ state: 'done' }]);
  }
  const { rows } = await restored.pool.query(
    `select p.status, count(o.id)::int as orders from payments p left join orders o on o.payment_id = p.id
     where p.transaction_id = $1 group by p.status`,
    [transactionId],
  );
  expect(rows).toEqual([{ status: 'paid', orders: 1 }]);
  expect(await restored.messages()).toEqual([]);
  await expectInvariants(restored.db);
  await restored.close();
}
