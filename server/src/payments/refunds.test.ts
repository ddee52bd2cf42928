import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SystemCtx } from '../ctx.ts';
import { payments } from '../database/schema/payments.ts';
import { entries, journals } from '../database/schema/payouts.ts';
import { refunds } from '../database/schema/refunds.ts';
import { sandboxRefunds } from '../database/schema/sandbox-pay.ts';
import { expectInvariants } from '../testing/invariants.ts';
import { messagesTo } from '../testing/notices.ts';
import {
  elsewhere,
  fillBasket,
  openPayment,
  readPayment,
  refundBehaves,
  report,
  reportOf,
} from '../testing/pay.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';
import { sendRefunds } from './refund.ts';

let server: TestApp;
let supervisor: Visitor;
let admin: Visitor;
let customer: Visitor;
/** A payment that received 4 500 F instead of 4 825 F. */
let aside: { transactionId: string; amount: number };

beforeAll(async () => {
  server = await startTestApp();
  supervisor = await server.signIn('supervisor', { name: 'Awa Kora' });
  admin = await server.signIn('superAdmin');
});
beforeEach(async () => {
  customer = await server.signIn('customer', { name: 'Afi Dossou' });
  aside = await putAside({ amount: 4_500 });
});
afterAll(async () => {
  await expectInvariants(server.db);
  await server.close();
});

async function putAside(change: object) {
  const { order } = await fillBasket(server);
  const opened = await openPayment(server, customer, { order: elsewhere(order) });
  await report(server, reportOf(opened, change));
  return opened;
}
const refund = (transactionId = aside.transactionId, by = supervisor) =>
  server.call(by, 'POST', `/payments/${transactionId}/refund`);
const rowOf = async (transactionId = aside.transactionId) => {
  const [found] = await server.db
    .select()
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(eq(payments.transactionId, transactionId));
  return found!.refunds;
};
const paidBack = async (transactionId = aside.transactionId) =>
  (await server.db.select().from(sandboxRefunds).where(eq(sandboxRefunds.transactionId, transactionId)))
    .filter(({ status }) => status === 'done')
    .map(({ amount }) => amount);
/** Each journal of the refund, with its entries. */
const booked = async () => {
  const { id } = await rowOf();
  const lines = await server.db
    .select({ kind: journals.kind, account: entries.account, amount: entries.amount })
    .from(entries)
    .innerJoin(journals, eq(journals.id, entries.journalId))
    .where(eq(journals.refundId, id))
    .orderBy(asc(entries.id));
  return lines.map(({ kind, account, amount }) => [kind, account, amount]);
};
/** The job runs, an hour after what it did before. */
const runLater = () => {
  server.clock.advance(3600);
  return sendRefunds(server.ctx);
};
const open = async () => (await server.call(supervisor, 'GET', '/payments/review')).body.refunds;
const sentences = async () =>
  (await messagesTo(server, customer, '4 500 F')).map((text) => text.replaceAll(' ', ' '));
const ongoing = async () => (await server.call(customer, 'GET', '/payments')).body.payments;

describe('the refund of a payment that was put aside', () => {
  it('is decided with its journal, sent by the job and told to the customer', async () => {
    expect((await refund()).status).toBe(204);
    expect(await rowOf()).toMatchObject({ state: 'asked', amount: 4_500, orderId: null, doneAt: null });
    expect(await paidBack()).toEqual([]);
    expect(await booked()).toEqual([
      ['put-aside', 'customer', 4_500],
      ['put-aside', 'refund', -4_500],
    ]);
    expect(await readPayment(server, customer, aside.transactionId)).toMatchObject({ status: 'refunded' });
    expect(await ongoing()).toMatchObject([
      { status: 'refunded', refund: { amount: 4_500, state: 'asked' } },
    ]);
    const { payments: listed } = (await server.call(supervisor, 'GET', '/payments/review')).body;
    expect(listed.map((one: { transactionId: string }) => one.transactionId)).not.toContain(
      aside.transactionId,
    );
    expect(await open()).toMatchObject([
      { amount: 4_500, state: 'asked', customer: { name: 'Afi Dossou' }, order: null },
    ]);

    expect(await sendRefunds(server.ctx)).toBe(1);
    expect(await rowOf()).toMatchObject({ state: 'done', nextTryAt: null, doneAt: server.clock.now() });
    expect(await paidBack()).toEqual([4_500]);
    expect((await booked()).slice(2)).toEqual([
      ['refund', 'refund', 4_500],
      ['refund', 'customer', -4_500],
    ]);
    expect(await ongoing()).toMatchObject([{ refund: { amount: 4_500, state: 'done' } }]);
    expect(await sentences()).toEqual([
      'Remboursement effectué : Remboursement de 4 500 F effectué.',
      'Remboursement en cours : Remboursement de 4 500 F en cours, sur le compte qui a payé.',
    ]);
    expect(await open()).toEqual([]);
    expect(await runLater()).toBe(0);
  });

  it('is decided once: repeated by the same person it changes nothing, another is told', async () => {
    await refund();
    expect((await refund()).status).toBe(204);
    expect(await refund(undefined, admin)).toMatchObject({
      status: 409,
      body: { code: 'ALREADY_REFUNDED', message: 'Remboursement déjà demandé par Awa Kora' },
    });
    await sendRefunds(server.ctx);
    expect((await refund()).status).toBe(204);
    expect(await paidBack()).toEqual([4_500]);
  });

  it('is not possible once it was closed, nor closing once it is refunded', async () => {
    const see = (note: string) =>
      server.call(supervisor, 'POST', `/payments/${aside.transactionId}/seen`, { note });
    await see('Réglé par téléphone');
    expect((await refund()).body.code).toBe('REVIEW_CLOSED');
    aside = await putAside({ amount: 4_500 });
    await refund();
    expect((await see('Réglé par téléphone')).status).toBe(404);
    await sendRefunds(server.ctx);
  });

  it.each([
    ['in another currency', { amount: 7, currency: 'EUR' }],
    ['of an unknown amount', { amount: null }],
    ['without reference', { reference: null }],
    ['larger than any payment', { amount: 3_000_000_000 }],
  ])('is left to supervisors for money %s', async (_name, change) => {
    const { transactionId } = await putAside(change);
    expect((await refund(transactionId)).body.code).toBe('REFUND_BY_HAND');
    const { payments: listed } = (await server.call(supervisor, 'GET', '/payments/review?limit=100')).body;
    const shown = listed.find((one: { transactionId: string }) => one.transactionId === transactionId);
    expect(shown).toMatchObject({ canRefund: false, fits: [] });
  });

  it('is not possible for a payment that is open or paid', async () => {
    const { order } = await fillBasket(server);
    const opened = await openPayment(server, customer, { order: elsewhere(order) });
    expect((await refund(opened.transactionId)).status).toBe(404);
    await report(server, reportOf(opened));
    expect((await refund(opened.transactionId)).status).toBe(404);
  });
});

describe('a provider that misbehaves', () => {
  it.each([
    ['silent', 'done after the lost response'],
    ['error', 'unreachable, then reachable'],
    ['slow', 'pending for a while'],
  ] as const)('%s pays back once (%s)', async (behaviour, _what) => {
    await refundBehaves(server, aside.transactionId, behaviour);
    await refund();
    expect(await sendRefunds(server.ctx)).toBe(0);
    expect((await rowOf()).state).toBe(behaviour === 'slow' ? 'sent' : 'asked');
    // It waits before it asks again.
    expect(await sendRefunds(server.ctx)).toBe(0);
    expect((await rowOf()).tries).toBe(1);
    if (behaviour === 'error') await refundBehaves(server, aside.transactionId, 'approve');
    expect(await runLater()).toBe(1);
    expect(await runLater()).toBe(0);
    expect(await paidBack()).toEqual([4_500]);
    expect(await booked()).toHaveLength(4);
  });

  it('that refuses is told to the supervisors, who ask again', async () => {
    await refundBehaves(server, aside.transactionId, 'decline');
    await refund();
    await sendRefunds(server.ctx);
    const { id } = await rowOf();
    expect(await open()).toMatchObject([{ _id: id, state: 'failed', byHandAt: null, mayBeDone: false }]);
    expect(await runLater()).toBe(0);
    const { body } = await server.call(supervisor, 'GET', '/notifications');
    expect(body.notifications[0]).toMatchObject({ title: 'Remboursement refusé' });
    // The customer is still owed it.
    expect((await sentences())[0]).toMatch(/^Remboursement en cours/);

    await refundBehaves(server, aside.transactionId, 'approve');
    const retry = () => server.call(supervisor, 'POST', `/refunds/${id}/retry`);
    expect([(await retry()).status, (await retry()).status]).toEqual([204, 204]);
    expect(await sendRefunds(server.ctx)).toBe(1);
    expect((await retry()).status).toBe(204);
    expect(await runLater()).toBe(0);
    expect(await paidBack()).toEqual([4_500]);
  });

  it('is asked by one of two jobs at the same time', async () => {
    await refund();
    let calls = 0;
    const { payments: provider } = server.ctx;
    const counting: SystemCtx = {
      ...server.ctx,
      payments: {
        ...provider,
        refund: (request) => {
          calls += 1;
          return provider.refund!(request);
        },
      },
    };
    const done = await Promise.all([sendRefunds(counting), sendRefunds(counting)]);
    expect([calls, done.reduce((sum, n) => sum + n)]).toEqual([1, 1]);
  });

  it('did not receive the money: another one did', async () => {
    await refund();
    const payments = { ...server.ctx.payments, name: 'other' };
    expect(await sendRefunds({ ...server.ctx, payments })).toBe(0);
    expect((await rowOf()).state).toBe('failed');
    expect(await paidBack()).toEqual([]);
    await server.call(supervisor, 'POST', `/refunds/${(await rowOf()).id}/retry`);
    await sendRefunds(server.ctx);
  });

  it('refunds only in its own dashboard: supervisors read where, and under which reference', async () => {
    await refund();
    const { refund: _, ...provider } = server.ctx.payments;
    expect(await sendRefunds({ ...server.ctx, payments: { ...provider, label: 'FedaPay' } })).toBe(0);
    const { debit } = await rowOf();
    const { body } = await server.call(supervisor, 'GET', '/notifications');
    expect(body.notifications[0]).toMatchObject({
      title: 'Remboursement à faire',
      message: `Rendez 4 500 F dans le tableau de bord de FedaPay (référence ${debit}), puis notez-le ici.`,
      link: '/supervisor-dashboard?tab=payments',
    });
    await server.call(supervisor, 'POST', `/refunds/${(await rowOf()).id}/retry`);
    await sendRefunds(server.ctx);
  });
});
