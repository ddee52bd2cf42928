import { FIRST_CHECK_MS } from '@amasin/domain/payments/follow-up.ts';
import { asc, eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { entries, journals } from '../database/schema/payouts.ts';
import { refunds } from '../database/schema/refunds.ts';
import { sandboxRefunds } from '../database/schema/sandbox-pay.ts';
import type { PaymentProvider, RefundStatus } from '../ports/payment-provider.ts';
import { LIMIT_MS, REFUND_LIMIT_MS } from '../ports/with-timeout.ts';
import { messagesTo } from '../testing/notices.ts';
import { placePaidOrder, readPayment, refundBehaves, report, reportOf } from '../testing/pay.ts';
import type { Visitor } from '../testing/test-app.ts';
import { open, paymentRow, putAside, reviewOf, server, startServer } from './payments.fixture.ts';
import { KKIAPAY_KEYS, startKkiapay } from './providers/kkiapay.fixture.ts';
import { kkiapayProvider } from './providers/kkiapay.ts';
import { sendRefunds } from './refund.ts';
import { insertPaymentEvent } from './settle-queries.ts';

let supervisor: Visitor;
let admin: Visitor;
let customer: Visitor;
/** A payment that received 4 500 F instead of 4 825 F. */
let transactionId: string;

startServer({}, async () => {
  supervisor = await server.signIn('supervisor', { name: 'Awa Kora' });
  admin = await server.signIn('superAdmin');
});
beforeEach(async () => {
  // The refunds that earlier tests have asked for.
  await sendRefunds(server.ctx);
  customer = await server.signIn('customer', { name: 'Afi Dossou' });
  ({ transactionId } = await putAside(customer));
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const refund = async (by = supervisor, id = transactionId) =>
  server.call(by, 'POST', `/payments/${id}/refund`);
const refundRow = async () => {
  const { id } = await paymentRow(transactionId);
  return (await server.db.select().from(refunds).where(eq(refunds.paymentId, id)))[0]!;
};
const stateOf = async () => (await refundRow()).state;
const act = async (what: 'retry' | 'by-hand', body?: object, by = supervisor) =>
  server.call(by, 'POST', `/refunds/${(await refundRow()).id}/${what}`, body);
const retry = async () => (await act('retry')).status;
const paidBack = async () => {
  const ofIt = eq(sandboxRefunds.transactionId, transactionId);
  const rows = await server.db.select().from(sandboxRefunds).where(ofIt);
  return rows.filter(({ status }) => status === 'done').map(({ amount }) => amount);
};
/** Each entry of the refund's journals. */
const booked = async () => {
  const lines = await server.db
    .select({ kind: journals.kind, account: entries.account, amount: entries.amount })
    .from(entries)
    .innerJoin(journals, eq(journals.id, entries.journalId))
    .where(eq(journals.refundId, (await refundRow()).id))
    .orderBy(asc(entries.id));
  return lines.map(({ kind, account, amount }) => [kind, account, amount]);
};
const DONE = [
  ['refund', 'refund', 4_500],
  ['refund', 'customer', -4_500],
];
const send = () => sendRefunds(server.ctx);
/** Runs the job an hour after what it did before. */
const sendLater = () => {
  server.clock.advance(3600);
  return send();
};
/** The refund as supervisors see it while it is not made. */
const waiting = async () =>
  (await reviewOf(supervisor)).refunds.filter(
    (one: { transactionId: string }) => one.transactionId === transactionId,
  );
const plain = (texts: readonly string[]) => texts.map((text) => text.replaceAll(/\s/g, ' '));
const toCustomer = async () => plain(await messagesTo(server, customer, '4 500 F'));
const latestNotice = async () =>
  (await server.call(supervisor, 'GET', '/notifications')).body.notifications[0];
const ongoing = async () => (await server.call(customer, 'GET', '/payments')).body.payments;

describe('the refund of a payment that was put aside', () => {
  it('is decided with its journal, sent by the job and told to the customer', async () => {
    expect((await refund()).status).toBe(204);
    const asked = { state: 'asked', amount: 4_500, orderId: null, doneAt: null };
    expect(await refundRow()).toMatchObject(asked);
    expect(await paidBack()).toEqual([]);
    const aside = [
      ['put-aside', 'customer', 4_500],
      ['put-aside', 'refund', -4_500],
    ];
    expect(await booked()).toEqual(aside);
    expect(await readPayment(server, customer, transactionId)).toMatchObject({ status: 'refunded' });
    const shown = { status: 'refunded', refund: { amount: 4_500, state: 'asked' } };
    expect(await ongoing()).toMatchObject([shown]);
    const { payments: listed } = await reviewOf(supervisor);
    expect(listed).not.toContainEqual(expect.objectContaining({ transactionId }));
    const name = { customer: { name: 'Afi Dossou' }, order: null };
    expect(await waiting()).toMatchObject([{ amount: 4_500, state: 'asked', ...name }]);

    expect(await send()).toBe(1);
    const done = { state: 'done', nextTryAt: null, doneAt: server.clock.now() };
    expect(await refundRow()).toMatchObject(done);
    expect(await paidBack()).toEqual([4_500]);
    expect(await booked()).toEqual([...aside, ...DONE]);
    expect(await ongoing()).toMatchObject([{ refund: { amount: 4_500, state: 'done' } }]);
    expect(await toCustomer()).toEqual([
      'Remboursement effectué : Remboursement de 4 500 F effectué.',
      'Remboursement en cours : Remboursement de 4 500 F en cours, sur le compte qui a payé.',
    ]);
    expect([await waiting(), await sendLater()]).toEqual([[], 0]);
  });

  it('is decided once: repeated by the same person it changes nothing, another is told', async () => {
    for (const _ of [1, 2]) expect((await refund()).status).toBe(204);
    const message = 'Remboursement déjà demandé par Awa Kora';
    const late = { status: 409, body: { code: 'ALREADY_REFUNDED', message } };
    expect(await refund(admin)).toMatchObject(late);
    await send();
    expect([(await refund()).status, await paidBack()]).toEqual([204, [4_500]]);
  });

  it('is not possible once it was closed, nor closing once it is refunded', async () => {
    const close = () =>
      server.call(supervisor, 'POST', `/payments/${transactionId}/seen`, { note: 'Réglé par téléphone' });
    await close();
    expect((await refund()).body.code).toBe('REVIEW_CLOSED');
    ({ transactionId } = await putAside(customer));
    await refund();
    expect((await close()).status).toBe(404);
  });

  it.each([
    ['in another currency', { amount: 7, currency: 'EUR' }],
    ['of an unknown amount', { amount: null }],
    ['without reference', { reference: null }],
    ['larger than any payment', { amount: 3_000_000_000 }],
  ])('is left to supervisors for money %s', async (_name, change) => {
    ({ transactionId } = await putAside(customer, change));
    expect((await refund()).body.code).toBe('REFUND_BY_HAND');
    const byHand = expect.objectContaining({ transactionId, canRefund: false, fits: [] });
    expect((await reviewOf(supervisor)).payments).toContainEqual(byHand);
  });

  it('is not possible for a payment that is open or paid', async () => {
    const opened = await open(customer);
    expect((await refund(supervisor, opened.transactionId)).status).toBe(404);
    await report(server, reportOf(opened));
    expect((await refund(supervisor, opened.transactionId)).status).toBe(404);
  });
});

describe('a provider that misbehaves', () => {
  it.each([
    ['silent', 'done after the lost response'],
    ['error', 'unreachable, then reachable'],
    ['slow', 'pending for a while'],
  ] as const)('%s pays back once (%s)', async (behaviour, _what) => {
    await refundBehaves(server, transactionId, behaviour);
    await refund();
    const state = behaviour === 'slow' ? 'sent' : 'asked';
    // It waits before it asks again.
    for (const _ of [1, 2]) expect([await send(), await refundRow()]).toMatchObject([0, { state, tries: 1 }]);
    if (behaviour === 'error') await refundBehaves(server, transactionId, 'approve');
    expect([await sendLater(), await sendLater()]).toEqual([1, 0]);
    expect([await paidBack(), (await booked()).length]).toEqual([[4_500], 4]);
  });

  it('that refuses is told to the supervisors, who ask again; the customer is still owed it', async () => {
    await refundBehaves(server, transactionId, 'decline');
    await refund();
    await send();
    expect(await waiting()).toMatchObject([{ state: 'failed', byHandAt: null, mayBeDone: false }]);
    expect(await sendLater()).toBe(0);
    expect((await latestNotice()).title).toBe('Remboursement refusé');
    expect((await toCustomer())[0]).toMatch(/^Remboursement en cours/);
    await refundBehaves(server, transactionId, 'approve');
    expect([await retry(), await retry(), await send(), await retry(), await sendLater()]).toEqual([
      204, 204, 1, 204, 0,
    ]);
    expect(await paidBack()).toEqual([4_500]);
  });

  it('is asked by one of two jobs at the same time', async () => {
    await refund();
    const spy = vi.spyOn(server.ctx.payments as Required<PaymentProvider>, 'refund');
    // Otherwise the second job would learn from the provider that the refund is done.
    const payments = { ...server.ctx.payments, askRefund: async () => null, refund: spy };
    const sendUnanswered = () => sendRefunds({ ...server.ctx, payments });
    const lock = await server.pool.connect();
    await lock.query('begin');
    await lock.query('select from refunds where id = $1 for update', [(await refundRow()).id]);
    const jobs = Promise.all([sendUnanswered(), sendUnanswered()]);
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    // Both have found it due.
    await expect.poll(async () => (await server.pool.query(waiting)).rowCount, { timeout: 60_000 }).toBe(2);
    await lock.query('commit');
    lock.release();
    expect([(await jobs).toSorted(), spy.mock.calls.length]).toEqual([[0, 1], 1]);
  });

  it('did not receive the money: another one did', async () => {
    await refund();
    const payments = { ...server.ctx.payments, name: 'other' };
    expect(await sendRefunds({ ...server.ctx, payments })).toBe(0);
    expect([await stateOf(), await paidBack()]).toEqual(['failed', []]);
    await retry();
  });

  it('refunds only in its own dashboard: supervisors read where, and under which reference', async () => {
    await refund();
    const { refund: _, ...provider } = server.ctx.payments;
    expect(await sendRefunds({ ...server.ctx, payments: { ...provider, label: 'FedaPay' } })).toBe(0);
    const { debit } = await refundRow();
    expect(await latestNotice()).toMatchObject({
      title: 'Remboursement à faire',
      message: `Rendez 4 500 F dans le tableau de bord de FedaPay (référence ${debit}), puis notez-le ici.`,
      link: '/supervisor-dashboard?tab=payments',
    });
    await retry();
  });
});

describe('a refund that is settled by hand', () => {
  const NOTE = 'Dépôt MTN du 20 novembre';
  const settle = (by = supervisor, note = NOTE) => act('by-hand', { note }, by);
  beforeEach(async () => {
    await refundBehaves(server, transactionId, 'decline');
    await refund();
  });

  it('is refused while the provider may still pay it back', async () => {
    expect((await settle()).body.code).toBe('STATE_CHANGED');
    expect(await refundRow()).toMatchObject({ state: 'asked', settledById: null });
    expect(await booked()).toHaveLength(2);
  });

  it('needs a note', async () => {
    await send();
    expect([(await settle(supervisor, ' ')).status, await stateOf()]).toEqual([422, 'failed']);
  });

  it('is booked once, told to the customer, and final', async () => {
    await send();
    const responses = await Promise.all([settle(), settle()]);
    expect(responses.map(({ status }) => status)).toEqual([204, 204]);
    const settled = { settledById: supervisor.row.id, settledNote: NOTE };
    const done = { state: 'done', doneAt: server.clock.now(), ...settled };
    expect(await refundRow()).toMatchObject(done);
    expect((await booked()).slice(2)).toEqual(DONE);
    expect(await waiting()).toEqual([]);
    expect((await toCustomer())[0]).toMatch(/^Remboursement effectué/);
    expect((await settle(admin)).body.code).toBe('STATE_CHANGED');
    await retry();
    expect([await sendLater(), await paidBack()]).toEqual([0, []]);
    expect(await refundRow()).toMatchObject(done);
  });

  it('shows supervisors who noted what, and not the customer', async () => {
    const order = await placePaidOrder(server, customer);
    ({ transactionId } = order);
    await refundBehaves(server, transactionId, 'decline');
    await server.call(supervisor, 'POST', `/orders/${order._id}/cancellation`, { reason: 'unavailable' });
    await send();
    const read = async (by: Visitor) =>
      (await server.call(by, 'GET', `/orders/${order._id}`)).body.order.refund;
    expect(await read(supervisor)).toEqual({ amount: 4_825, state: 'failed' });
    await settle();
    const settled = { by: supervisor.row.name, note: NOTE };
    expect(await read(supervisor)).toEqual({ amount: 4_825, state: 'done', settled });
    expect(await read(customer)).toEqual({ amount: 4_825, state: 'done' });
  });
});

describe('a refund without an answer', () => {
  const DOUBT = 'Il est peut-être déjà rendu : vérifiez d’abord chez le prestataire.';
  const refused: RefundStatus = { state: 'failed', reference: null };
  const pending = { state: 'pending', reference: 'r' } as const;
  const noAnswer = () => Promise.reject<RefundStatus>(new Error('timeout'));
  const answers = () => vi.spyOn(server.ctx.payments as Required<PaymentProvider>, 'refund');
  const refusal = () =>
    `Remboursement refusé : Le prestataire a refusé de rendre 4 500 F (transaction ${transactionId}).`;
  const doubtful = () => `${refusal()} ${DOUBT}`;
  /** The state, and what supervisors were told of the refund. */
  const outcome = async () => {
    const messages = plain(await messagesTo(server, supervisor, transactionId));
    return [await stateOf(), messages.filter((text) => text.startsWith('Remboursement'))];
  };
  beforeEach(async () => {
    await refund();
  });

  it('may be paid already when it is refused afterwards, as often as supervisors ask again', async () => {
    answers().mockImplementationOnce(noAnswer).mockResolvedValue(refused);
    await send();
    expect(await outcome()).toEqual(['asked', []]);
    await sendLater();
    expect(await outcome()).toEqual(['failed', [doubtful()]]);
    for (const count of [2, 3]) {
      expect(await retry()).toBe(204);
      await sendLater();
      expect(await outcome()).toEqual(['failed', Array(count).fill(doubtful())]);
    }
  });

  it('is not one that was refused and asked for again, until a try gets no answer', async () => {
    const spy = answers().mockResolvedValueOnce(refused).mockResolvedValueOnce(refused);
    await send();
    await retry();
    await sendLater();
    expect(await outcome()).toEqual(['failed', [refusal(), refusal()]]);
    spy.mockImplementationOnce(noAnswer).mockResolvedValueOnce(refused);
    await retry();
    await send();
    await sendLater();
    const [state, told] = await outcome();
    expect([state, [...told!].sort()]).toEqual(['failed', [refusal(), refusal(), doubtful()]]);
  });

  it('is asked for again soon after its retry, though it waited long before it was refused', async () => {
    const spy = answers().mockImplementation(noAnswer);
    for (let count = 0; count < 8; count += 1) await sendLater();
    spy.mockResolvedValueOnce(refused);
    await sendLater();
    await retry();
    await send();
    spy.mockResolvedValueOnce({ state: 'done', reference: 'late' });
    server.clock.advance(60);
    expect([await send(), await stateOf()]).toEqual([1, 'done']);
  });

  it.each([
    ['at once', []],
    ['after it was pending', [pending]],
  ])('is not one that is refused %s', async (_when, first) => {
    const spy = answers();
    for (const answer of [...first, refused]) spy.mockResolvedValueOnce(answer);
    for (const _ of first) await send();
    await sendLater();
    expect(await outcome()).toEqual(['failed', [refusal()]]);
  });

  it.each([
    ['got no answer', noAnswer, DOUBT],
    ['is pending', async () => pending, DOUBT],
    ['was not tried', null, ''],
  ])('that %s at a provider that is then removed has to be made there', async (_what, answer, doubt) => {
    if (answer !== null) {
      answers().mockImplementationOnce(answer);
      await send();
    }
    server.clock.advance(3600);
    await sendRefunds({ ...server.ctx, payments: { ...server.ctx.payments, name: 'other' } });
    const { title, message } = await latestNotice();
    expect(title).toBe('Remboursement à faire');
    expect(message).toMatch(/^Rendez 4.500 F dans le tableau de bord de sandbox \(référence /);
    expect(message.endsWith(`puis notez-le ici.${doubt && ` ${doubt}`}`)).toBe(true);
    const { rows } = await server.pool.query(
      `select details->>'to' as "to" from audit where action = 'settle' and subject_id = $1`,
      [(await refundRow()).id],
    );
    expect(rows).toEqual([{ to: 'by-hand' }]);
  });

  it('that was sent and the provider does not know is not sent again', async () => {
    const spy = answers().mockResolvedValueOnce(pending);
    await send();
    vi.spyOn(server.ctx.payments as Required<PaymentProvider>, 'askRefund').mockResolvedValueOnce(null);
    await sendLater();
    expect([await stateOf(), spy.mock.calls.length]).toEqual(['failed', 1]);
  });

  it('may be of money that the provider has reported as paid back', async () => {
    const event = { provider: 'sandbox', eventId: `back ${transactionId}`, report: 'refunded' } as const;
    await insertPaymentEvent(server.db, { ...event, transactionId, at: server.clock.now() });
    answers().mockResolvedValueOnce(refused);
    await send();
    expect(await outcome()).toEqual(['failed', [doubtful()]]);
    expect(await waiting()).toMatchObject([{ state: 'failed', mayBeDone: true }]);
  });

  it('is not one that takes as long as the requests that it is made of', async () => {
    const fake = await startKkiapay();
    const reference = fake.widget(transactionId, 4_500);
    fake.settle(transactionId, { status: 'paid' });
    const addresses = { url: fake.url, widgetUrl: 'https://widget.test' };
    const settings = { provider: 'kkiapay', isTest: true, ...addresses, ...KKIAPAY_KEYS } as const;
    const request = { refundId: 'refund', transactionId, reference, amount: 4_500 };
    await kkiapayProvider(settings).refund?.(request);
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
    const done = send();
    await called.promise;
    await vi.advanceTimersByTimeAsync(longest);
    resolve({ state: 'done', reference: 'late' });
    expect([await done, await stateOf()]).toEqual([1, 'done']);
    // Otherwise it would be asked for again while it is still being made.
    expect(REFUND_LIMIT_MS).toBeLessThan(FIRST_CHECK_MS);
  });
});
