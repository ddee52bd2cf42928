import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { notifications } from '../database/schema/notifications.ts';
import { paymentEvents, payments } from '../database/schema/payments.ts';
import { expectInvariants } from '../testing/invariants.ts';
import { type Basket, elsewhere, fillBasket, openPayment, report, reportOf } from '../testing/pay.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';

let server: TestApp;
let supervisor: Visitor;
let customer: Visitor;
let basket: Basket;
let opened: { transactionId: string; amount: number };

beforeAll(async () => {
  server = await startTestApp();
  supervisor = await server.signIn('supervisor');
  basket = await fillBasket(server);
});
afterAll(async () => {
  await expectInvariants(server.db);
  await server.close();
});
beforeEach(async () => {
  customer = await server.signIn('customer');
  opened = await openPayment(server, customer, { order: basket.order });
  await server.db.delete(notifications).where(eq(notifications.userId, supervisor.row.id));
});

const rowOf = async ({ transactionId } = opened) =>
  (await server.db.select().from(payments).where(eq(payments.transactionId, transactionId)))[0]!;
const sendReport = async (change: object, payment = opened) =>
  expect((await report(server, reportOf(payment, change))).status).toBe(200);
/** The supervisor's notifications of payments to review. */
const notified = async () =>
  (
    await server.db
      .select({ message: notifications.message, title: notifications.title })
      .from(notifications)
      .where(eq(notifications.userId, supervisor.row.id))
      .orderBy(notifications.id)
  )
    .filter(({ title }) => title === 'Paiement à vérifier')
    .map(({ message }) => message.replace(`Transaction ${opened.transactionId} : `, ''));

describe('a duplicate debit of one transaction (rule 15)', () => {
  const SECOND = 'autre débit (4825 XOF, référence REF-2), à rembourser.';

  it('of a paid order is recorded for refund, and the supervisors are notified once', async () => {
    await sendReport({});
    const before = await rowOf();
    await sendReport({ reference: 'REF-2' });
    await sendReport({ reference: 'REF-2' });
    await sendReport({});
    expect(await notified()).toEqual([SECOND]);
    expect(await rowOf()).toEqual(before);
    const events = await server.db
      .select({ reference: paymentEvents.reference, amount: paymentEvents.amount })
      .from(paymentEvents)
      .where(eq(paymentEvents.transactionId, opened.transactionId))
      .orderBy(paymentEvents.id);
    const first = `SBX-${opened.transactionId}`;
    expect(events.map(({ reference }) => reference)).toEqual([first, 'REF-2', 'REF-2', first]);
    expect(events[1]).toEqual({ reference: 'REF-2', amount: 4825 });
    await sendReport({ reference: 'REF-3', amount: null, currency: null });
    expect(await notified()).toEqual([
      SECOND,
      'autre débit (montant inconnu, référence REF-3), à rembourser.',
    ]);
  });

  it('reported again with the same event id does not notify again', async () => {
    await sendReport({});
    const again = { eventId: `second-${opened.transactionId}`, reference: 'REF-2' };
    for (let n = 0; n < 3; n += 1) await sendReport(again);
    expect(await notified()).toEqual([SECOND]);
  });

  it('of a payment already under review also notifies', async () => {
    await sendReport({ amount: 1 });
    await sendReport({ amount: 1 });
    await sendReport({ reference: 'REF-2' });
    expect(await notified()).toEqual(['reçu 1 XOF au lieu de 4825 XOF.', SECOND]);
    expect(await rowOf()).toMatchObject({
      status: 'review',
      providerReference: `SBX-${opened.transactionId}`,
    });
  });

  it('does not count without a reference, or when it failed', async () => {
    await sendReport({});
    await sendReport({ reference: null });
    await sendReport({ status: 'failed', reference: 'REF-4', amount: null, currency: null });
    expect(await notified()).toEqual([]);
  });

  it('cannot settle another payment', async () => {
    await sendReport({});
    await sendReport({ reference: 'REF-5' });
    const next = await openPayment(server, customer, { order: elsewhere(basket.order) });
    await sendReport({ reference: 'REF-5' }, next);
    expect(await rowOf(next)).toMatchObject({ status: 'review', providerReference: null });
  });
});
