import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { paymentEvents } from '../database/schema/payments.ts';
import {
  fake,
  ordersOf,
  pay,
  payBack,
  preparePaidBack,
  recorded,
  row,
  server,
  state,
  supervisors,
  tell,
  told,
  transactionId,
} from './paid-back.fixture.ts';
import { settlePayment } from './settle.ts';

preparePaidBack();

describe('a payment that was paid back in the provider’s dashboard', () => {
  it('is told to the supervisors once, is in the journal, and changes nothing else', async () => {
    await pay();
    const before = await state();
    const [order] = await ordersOf();
    await payBack();
    for (let n = 0; n < 3; n += 1) await tell();
    expect(await told()).toEqual([
      {
        message: `FedaPay dit rendu le paiement de la commande ${order!.number} (4 825 F). Vérifiez-la.`,
        link: `/supervisor-dashboard?order=${order!.id}`,
      },
    ]);
    expect(await recorded()).toEqual([
      { action: 'settle', details: { event: 'report', amount: 4825, to: 'refunded' } },
    ]);
    expect(await state()).toEqual(before);
    const reported = await server.db
      .select({ report: paymentEvents.report, reference: paymentEvents.reference })
      .from(paymentEvents)
      .where(eq(paymentEvents.transactionId, transactionId))
      .orderBy(paymentEvents.id);
    const reference = (await row()).providerReference;
    expect(reported).toEqual([
      { report: 'paid', reference },
      { report: 'refunded', reference },
    ]);
  });

  it('is told once when FedaPay says it ten times at once', async () => {
    await pay();
    fake.payBack(transactionId);
    await Promise.all(Array.from({ length: 10 }, tell));
    expect(await told()).toHaveLength(1);
    expect(await recorded()).toHaveLength(1);
  });

  it('opens the payment when it is under review', async () => {
    await pay(10);
    await payBack();
    const { id, status } = await row();
    expect(status).toBe('review');
    expect(await told()).toEqual([
      {
        message: `FedaPay dit rendu le paiement ${transactionId} (4 825 F). Vérifiez-le.`,
        link: `/supervisor-dashboard?tab=payments&vu=${id}`,
      },
    ]);
  });

  it('is not told when its refund was decided here', async () => {
    await pay(10);
    const path = `/payments/${transactionId}/refund`;
    expect((await server.call(supervisors[0]!, 'POST', path)).status).toBe(204);
    await payBack();
    expect(await told()).toEqual([]);
    expect(await recorded()).toEqual([]);
  });

  it('buys nothing when nobody had heard that it was paid', async () => {
    fake.settle(transactionId, { status: 'paid' });
    await payBack();
    expect(await row()).toMatchObject({ status: 'cancelled', orderId: null });
    expect(await ordersOf()).toEqual([]);
    expect(await told()).toEqual([]);
  });

  it('changes nothing when it had failed here', async () => {
    fake.settle(transactionId, { status: 'declined' });
    await tell();
    fake.settle(transactionId, { status: 'paid' });
    await payBack();
    expect(await row()).toMatchObject({ status: 'failed', orderId: null });
    expect(await told()).toEqual([]);
  });

  it('is told when the report names the refund instead of the money', async () => {
    await pay();
    const report = { report: 'refunded', amount: null, currency: null, reference: 'refund' } as const;
    await settlePayment(server.ctx, await row(), report, `refund:${transactionId}`);
    expect(await told()).toHaveLength(1);
  });

  it('is not the one that FedaPay names', async () => {
    await pay();
    fake.settle(transactionId, { status: 'paid', ofTransaction: `TX-${'0'.repeat(30)}` });
    await payBack();
    expect(await told()).toEqual([]);
  });
});

describe('a second debit that was paid back', () => {
  const report = async (change: object) => {
    const status = { report: 'refunded' as const, amount: null, currency: null, reference: null };
    await settlePayment(
      server.ctx,
      await row(),
      { ...status, ...change },
      `${JSON.stringify(change)} ${transactionId}`,
    );
  };
  const secondDebit = async () => {
    await pay();
    await report({ report: 'paid', amount: 4825, currency: 'XOF', reference: `second-${transactionId}` });
  };

  it('is not the payment: it waits for a supervisor as money to pay back', async () => {
    await secondDebit();
    await report({ reference: `second-${transactionId}` });
    expect(await told()).toEqual([]);
    await report({ reference: (await row()).providerReference });
    expect(await told()).toHaveLength(1);
  });

  it('explains a report that names no reference once its refund was decided here', async () => {
    await secondDebit();
    const { body } = await server.call(supervisors[0]!, 'GET', '/payments/review');
    const debit = body.debits.find((one: { transactionId: string }) => one.transactionId === transactionId);
    expect((await server.call(supervisors[0]!, 'POST', `/debits/${debit._id}/refund`)).status).toBe(204);
    await report({});
    expect(await told()).toEqual([]);
    await report({ reference: (await row()).providerReference });
    expect(await told()).toHaveLength(1);
  });

  it('explains nothing before', async () => {
    await secondDebit();
    await report({});
    expect(await told()).toHaveLength(1);
  });
});
