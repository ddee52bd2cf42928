import { and, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { audit } from '../database/schema/audit.ts';
import { notifications } from '../database/schema/notifications.ts';
import { paymentEvents } from '../database/schema/payments.ts';
import { entries } from '../database/schema/payouts.ts';
import { strayDebits } from '../database/schema/refunds.ts';
import type { ProviderStatus } from '../ports/payment-provider.ts';
import { times } from '../testing/http.ts';
import type { Visitor } from '../testing/test-app.ts';
import {
  callOfFedapay,
  fedapay,
  open,
  ordersOf,
  paymentRow,
  reviewOf,
  server,
  startWithFedapay,
} from './payments.fixture.ts';
import { settlePayment } from './settle.ts';

let supervisors: Visitor[];
let customer: Visitor;
/** A payment of 4 825 F that is open with FedaPay. */
let transactionId: string;

startWithFedapay(async () => {
  supervisors = [await server.signIn('supervisor'), await server.signIn('supervisor')];
});
beforeEach(async () => {
  customer = await server.signIn('customer');
  ({ transactionId } = await open(customer));
  await server.db.delete(notifications);
});

const row = () => paymentRow(transactionId);
const call = async () => expect(await callOfFedapay(transactionId)).toBe(200);
const pay = async (change: object = {}) => {
  fedapay.settle(transactionId, { status: 'paid', ...change });
  await call();
};
const payBack = async () => {
  fedapay.payBack(transactionId);
  await call();
};
/** Their words for a part differ before and after the money is transferred. */
const payBackPart = (word = 'approved_partially_refunded') => pay({ word });
const refundHere = async () => {
  const path = `/payments/${transactionId}/refund`;
  expect((await server.call(supervisors[0]!, 'POST', path)).status).toBe(204);
};
/** The messages to one supervisor that the provider has paid it back; each of them has the same. */
const notices = async () => {
  const { title, userId, message, link } = notifications;
  const [mine = [], hers] = await Promise.all(
    supervisors.map(({ row: { id } }) =>
      server.db
        .select({ message, link })
        .from(notifications)
        .where(and(eq(userId, id), eq(title, 'Paiement à vérifier')))
        .orderBy(notifications.id),
    ),
  );
  expect(mine).toEqual(hers);
  return mine.filter((one) => one.message.includes('dit rendu'));
};
const countNotices = async () => (await notices()).length;
/** The lines of the journal that say that the provider has paid it back. */
const recorded = async (to = 'refunded') => {
  const lines = await server.db
    .select()
    .from(audit)
    .where(eq(audit.subjectId, (await row()).id));
  return lines.flatMap(({ action, details }) => (details.to === to ? [{ action, details }] : []));
};
/** Payment, orders and ledger: a report of money that was paid back changes none of them. */
const state = async () => [
  await row(),
  await ordersOf(customer),
  await server.db.select().from(entries).orderBy(entries.id),
];
/** Reports to our own action what FedaPay does not say. */
const settle = async (status: Partial<ProviderStatus>) => {
  const nothing = { report: 'refunded', amount: null, currency: null, reference: null } as const;
  const eventId = `${JSON.stringify(status)} ${transactionId}`;
  await settlePayment(server.ctx, await row(), { ...nothing, ...status }, eventId);
};

describe('a payment that was paid back in the provider’s dashboard', () => {
  it.each([
    ['', 'refunded', payBack],
    [' en partie', 'partly-refunded', () => payBackPart()],
  ])(
    'is told%s to the supervisors once, is in the journal, and changes nothing else',
    async (words, to, back) => {
      await pay();
      const before = await state();
      const [{ id, number } = { id: '', number: '' }] = await ordersOf(customer);
      for (const _ of [1, 2, 3]) await back();
      if (to === 'partly-refunded') await payBackPart('transferred_partially_refunded');
      const message = `FedaPay dit rendu${words} le paiement de la commande ${number} (4 825 F). Vérifiez-la.`;
      expect(await notices()).toEqual([{ message, link: `/supervisor-dashboard?order=${id}` }]);
      const details = { event: 'report', amount: 4825, to };
      expect(await recorded(to)).toEqual([{ action: 'settle', details }]);
      expect(await state()).toEqual(before);
      expect(await server.db.select().from(strayDebits)).toEqual([]);
      const events = await server.db
        .select({ report: paymentEvents.report, reference: paymentEvents.reference })
        .from(paymentEvents)
        .where(eq(paymentEvents.transactionId, transactionId))
        .orderBy(paymentEvents.id);
      const reference = (await row()).providerReference;
      const report = to === 'refunded' ? 'refunded' : 'paid';
      expect(events.slice(0, 2)).toEqual([
        { report: 'paid', reference },
        { report, reference },
      ]);
    },
  );

  it('is told once when FedaPay says it ten times at once', async () => {
    await pay();
    fedapay.payBack(transactionId);
    await Promise.all(times(10, call));
    expect([await countNotices(), (await recorded()).length]).toEqual([1, 1]);
  });

  it('is told again when the rest is paid back after a part', async () => {
    await pay();
    await payBackPart();
    fedapay.settle(transactionId, { status: 'paid' });
    await payBack();
    expect([await countNotices(), (await recorded()).length]).toEqual([2, 1]);
  });

  it('opens the payment when it is under review', async () => {
    await pay({ amount: 10 });
    await payBack();
    const { id, status } = await row();
    expect(status).toBe('review');
    const message = `FedaPay dit rendu le paiement ${transactionId} (4 825 F). Vérifiez-le.`;
    const link = `/supervisor-dashboard?tab=payments&vu=${id}`;
    expect(await notices()).toEqual([{ message, link }]);
  });

  it.each([
    ['', payBack],
    [' in part', payBackPart],
  ])('is not told%s when its refund was decided here', async (_part, back) => {
    await pay({ amount: 10 });
    await refundHere();
    await back();
    expect([await notices(), await recorded()]).toEqual([[], []]);
  });

  it('buys nothing when nobody had heard that it was paid', async () => {
    fedapay.settle(transactionId, { status: 'paid' });
    await payBack();
    expect(await row()).toMatchObject({ status: 'cancelled', orderId: null });
    expect([await ordersOf(customer), await notices()]).toEqual([[], []]);
  });

  it('waits for a supervisor, who reads why, when only a part was and nobody had heard of it', async () => {
    for (const _ of [1, 2]) await payBackPart();
    expect(await row()).toMatchObject({ status: 'review', reviewReason: 'amount', orderId: null });
    expect(await ordersOf(customer)).toEqual([]);
    const messages = await server.db.select({ message: notifications.message }).from(notifications);
    const message = `Transaction ${transactionId} : rendu en partie par le prestataire, sur 4825 XOF.`;
    expect(messages).toEqual([{ message }, { message }]);
  });

  it('changes nothing when it had failed here', async () => {
    fedapay.settle(transactionId, { status: 'declined' });
    await call();
    fedapay.settle(transactionId, { status: 'paid' });
    await payBack();
    expect(await row()).toMatchObject({ status: 'failed', orderId: null });
    expect(await notices()).toEqual([]);
  });

  it('is told when the report names the refund instead of the money', async () => {
    await pay();
    await settle({ reference: 'refund' });
    expect(await countNotices()).toBe(1);
  });

  it.each([
    ['all', {}, payBack],
    ['a part', { word: 'approved_partially_refunded' }, call],
  ])('is not another one that FedaPay names: %s', async (_what, change, back) => {
    await pay();
    const ofTransaction = `TX-${'0'.repeat(30)}`;
    fedapay.settle(transactionId, { status: 'paid', ...change, ofTransaction });
    await back();
    expect(await notices()).toEqual([]);
  });
});

describe('a second debit that was paid back', () => {
  const second = () => `second-${transactionId}`;
  beforeEach(async () => {
    await pay();
    await settle({ report: 'paid', amount: 4825, currency: 'XOF', reference: second() });
  });
  const settleFirst = async () => settle({ reference: (await row()).providerReference });

  it('is not the payment: it waits for a supervisor as money to pay back', async () => {
    await settle({ reference: second() });
    expect(await countNotices()).toBe(0);
    await settleFirst();
    expect(await countNotices()).toBe(1);
  });

  it('explains a report that names no reference once its refund was decided here, and not before', async () => {
    const { debits } = await reviewOf(supervisors[0]!);
    const debit = debits.find((one: { transactionId: string }) => one.transactionId === transactionId);
    const path = `/debits/${debit._id}/refund`;
    expect((await server.call(supervisors[0]!, 'POST', path)).status).toBe(204);
    await settle({});
    expect(await countNotices()).toBe(0);
    await settleFirst();
    expect(await countNotices()).toBe(1);
  });

  it('explains no report that names no reference before', async () => {
    await settle({});
    expect(await countNotices()).toBe(1);
  });
});
