import { FIRST_CHECK_MS } from '@amasin/domain/payments/follow-up.ts';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { payments } from '../database/schema/payments.ts';
import { refunds } from '../database/schema/refunds.ts';
import type { PaymentProvider, RefundStatus } from '../ports/payment-provider.ts';
import { LIMIT_MS, REFUND_LIMIT_MS } from '../ports/with-timeout.ts';
import { expectInvariants } from '../testing/invariants.ts';
import { messagesTo } from '../testing/notices.ts';
import { elsewhere, fillBasket, openPayment, report, reportOf } from '../testing/pay.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';
import { KKIAPAY_KEYS, startKkiapay } from './providers/kkiapay.fixture.ts';
import { kkiapayProvider } from './providers/kkiapay.ts';
import { sendRefunds } from './refund.ts';
import { insertPaymentEvent } from './settle-queries.ts';

const DOUBT = 'Il est peut-être déjà rendu : vérifiez d’abord chez le prestataire.';
const refused: RefundStatus = { state: 'failed', reference: null };

let server: TestApp;
let supervisor: Visitor;
let transactionId: string;

beforeAll(async () => {
  server = await startTestApp();
  supervisor = await server.signIn('supervisor');
});
// A refund of 4 500 F that is due.
beforeEach(async () => {
  const customer = await server.signIn('customer');
  const { order } = await fillBasket(server);
  const opened = await openPayment(server, customer, { order: elsewhere(order) });
  ({ transactionId } = opened);
  await report(server, reportOf(opened, { amount: 4_500 }));
  await server.call(supervisor, 'POST', `/payments/${transactionId}/refund`);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});
afterAll(async () => {
  await expectInvariants(server.db);
  await server.close();
});

const answers = () => vi.spyOn(server.ctx.payments as Required<PaymentProvider>, 'refund');
const runLater = () => {
  server.clock.advance(3600);
  return sendRefunds(server.ctx);
};
const stateOf = async () => {
  const [row] = await server.db
    .select({ state: refunds.state })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(eq(payments.transactionId, transactionId));
  return row?.state;
};
const told = async () =>
  (await messagesTo(server, supervisor, transactionId))
    .filter((text) => text.startsWith('Remboursement'))
    .map((text) => text.replaceAll('\u00a0', ' '));
const refusal = () =>
  `Remboursement refusé : Le prestataire a refusé de rendre 4 500 F (transaction ${transactionId}).`;

it('a refund that is refused after a try without an answer may be paid already: supervisors are told', async () => {
  answers().mockRejectedValueOnce(new Error('timeout')).mockResolvedValueOnce(refused);
  await sendRefunds(server.ctx);
  expect([await stateOf(), await told()]).toEqual(['asked', []]);
  await runLater();
  expect([await stateOf(), await told()]).toEqual(['failed', [`${refusal()} ${DOUBT}`]]);
});

const retry = async () => {
  const [row] = await server.db
    .select({ id: refunds.id })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(eq(payments.transactionId, transactionId));
  expect((await server.call(supervisor, 'POST', `/refunds/${row?.id}/retry`)).status).toBe(204);
};

it('the doubt remains when a supervisor asks again, as often as it is refused', async () => {
  answers().mockRejectedValueOnce(new Error('timeout')).mockResolvedValue(refused);
  await sendRefunds(server.ctx);
  await runLater();
  for (const count of [2, 3]) {
    await retry();
    await runLater();
    expect([await stateOf(), await told()]).toEqual(['failed', Array(count).fill(`${refusal()} ${DOUBT}`)]);
  }
});

it('asking again after an answered refusal raises no doubt, until a try gets no answer', async () => {
  const spy = answers().mockResolvedValueOnce(refused).mockResolvedValueOnce(refused);
  await sendRefunds(server.ctx);
  await retry();
  await runLater();
  expect([await stateOf(), await told()]).toEqual(['failed', [refusal(), refusal()]]);
  spy.mockRejectedValueOnce(new Error('timeout')).mockResolvedValueOnce(refused);
  await retry();
  await sendRefunds(server.ctx);
  await runLater();
  const all = await told();
  expect([await stateOf(), all.length]).toEqual(['failed', 3]);
  expect(all).toContain(`${refusal()} ${DOUBT}`);
});

it('a refund that waited long before it was refused is asked for again soon after its retry', async () => {
  const spy = answers().mockRejectedValue(new Error('timeout'));
  for (let count = 0; count < 8; count += 1) await runLater();
  spy.mockResolvedValueOnce(refused);
  await runLater();
  await retry();
  await sendRefunds(server.ctx);
  spy.mockResolvedValueOnce({ state: 'done', reference: 'late' });
  server.clock.advance(60);
  expect(await sendRefunds(server.ctx)).toBe(1);
  expect(await stateOf()).toBe('done');
});

it.each([
  ['at once', []],
  ['after it was pending', [{ state: 'pending', reference: 'r' }]],
] as const)('a refund that is refused %s raises no doubt', async (_when, first) => {
  const spy = answers();
  for (const answer of first) spy.mockResolvedValueOnce(answer);
  spy.mockResolvedValueOnce(refused);
  for (const _ of first) await sendRefunds(server.ctx);
  await runLater();
  expect([await stateOf(), await told()]).toEqual(['failed', [refusal()]]);
});

it.each([
  ['got no answer', (): Promise<RefundStatus> => Promise.reject(new Error('timeout')), DOUBT],
  ['is pending', async () => ({ state: 'pending', reference: 'r' }) as const, DOUBT],
  ['was not tried', null, ''],
])(
  'a refund that %s at a provider that is then removed has to be made there',
  async (_what, answer, doubt) => {
    const { payments: provider } = server.ctx;
    if (answer !== null) {
      answers().mockImplementationOnce(answer);
      await sendRefunds(server.ctx);
    }
    server.clock.advance(3600);
    await sendRefunds({ ...server.ctx, payments: { ...provider, name: 'other' } });
    const { notifications } = (await server.call(supervisor, 'GET', '/notifications')).body;
    expect(notifications[0].title).toBe('Remboursement à faire');
    expect(notifications[0].message).toMatch(
      /^Rendez 4.500 F dans le tableau de bord de sandbox \(référence /,
    );
    expect(notifications[0].message.endsWith(`puis notez-le ici.${doubt && ` ${doubt}`}`)).toBe(true);
    const { rows } = await server.pool.query(
      `select details->>'to' as "to" from audit join refunds on refunds.id::text = subject_id join payments on payments.id = payment_id
       where action = 'settle' and transaction_id = $1`,
      [transactionId],
    );
    expect(rows).toEqual([{ to: 'by-hand' }]);
  },
);

it('a refund of money that the provider has reported as paid back may be done already', async () => {
  await insertPaymentEvent(server.db, {
    provider: 'sandbox',
    eventId: `back ${transactionId}`,
    transactionId,
    report: 'refunded',
    at: server.clock.now(),
  });
  answers().mockResolvedValueOnce(refused);
  await sendRefunds(server.ctx);
  expect([await stateOf(), await told()]).toEqual(['failed', [`${refusal()} ${DOUBT}`]]);
  const { refunds: open } = (await server.call(supervisor, 'GET', '/payments/review')).body;
  const one = open.find((each: { transactionId: string }) => each.transactionId === transactionId);
  expect(one).toMatchObject({ state: 'failed', mayBeDone: true });
});

it('a refund that takes as long as the requests that it is made of is done', async () => {
  const fake = await startKkiapay();
  const reference = fake.widget(transactionId, 4_500);
  fake.settle(transactionId, { status: 'paid' });
  const kkiapay = kkiapayProvider({
    provider: 'kkiapay',
    isTest: true,
    url: fake.url,
    widgetUrl: 'https://widget.test',
    ...KKIAPAY_KEYS,
  });
  await kkiapay.refund?.({ refundId: 'refund', transactionId, reference, amount: 4_500 });
  const longest = fake.calls.length * LIMIT_MS;
  await fake.close();
  expect(longest).toBe(2 * LIMIT_MS);

  const { promise, resolve } = Promise.withResolvers<RefundStatus>();
  const called = Promise.withResolvers<void>();
  answers().mockImplementationOnce(() => {
    called.resolve();
    return promise;
  });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const done = sendRefunds(server.ctx);
  await called.promise;
  await vi.advanceTimersByTimeAsync(longest);
  resolve({ state: 'done', reference: 'late' });
  expect(await done).toBe(1);
  expect(await stateOf()).toBe('done');
  // Otherwise it would be asked for again while it is still being made.
  expect(REFUND_LIMIT_MS).toBeLessThan(FIRST_CHECK_MS);
});
