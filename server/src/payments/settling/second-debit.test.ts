import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { notifications } from '../../database/schema/notifications.ts';
import { paymentEvents, payments } from '../../database/schema/payments.ts';
import { expectWhole } from '../../testing/invariants.ts';
import { type Basket, elsewhere, fillBasket, openPayment, report, reportOf } from '../../testing/pay.ts';
import { startTestApp, type TestApp, type Visitor } from '../../testing/test-app.ts';

// RULES 15: money that arrives for what is paid already is put aside for refund, never lost.

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
  await expectWhole(server.db);
  await server.close();
});
beforeEach(async () => {
  customer = await server.signIn('customer');
  opened = await openPayment(server, customer, { order: basket.order });
  await server.db.delete(notifications).where(eq(notifications.userId, supervisor.row.id));
});

const rowOf = async ({ transactionId } = opened) =>
  (await server.db.select().from(payments).where(eq(payments.transactionId, transactionId)))[0]!;
const says = async (change: object, payment = opened) =>
  expect((await report(server, reportOf(payment, change))).status).toBe(200);
/** What the supervisor reads of payments to look at. */
const asked = async () =>
  (
    await server.db
      .select({ message: notifications.message, title: notifications.title })
      .from(notifications)
      .where(eq(notifications.userId, supervisor.row.id))
      .orderBy(notifications.id)
  )
    .filter(({ title }) => title === 'Paiement à vérifier')
    .map(({ message }) => message.replace(`Transaction ${opened.transactionId} : `, ''));

describe('a second debit under one transaction', () => {
  const SECOND = 'autre débit (4825 XOF, référence REF-2), à rembourser.';

  it('of a paid order is kept for refund, and the supervisors are told once', async () => {
    await says({});
    const before = await rowOf();
    await says({ reference: 'REF-2' });
    await says({ reference: 'REF-2' });
    await says({});
    expect(await asked()).toEqual([SECOND]);
    expect(await rowOf()).toEqual(before);
    const kept = await server.db
      .select({ reference: paymentEvents.reference, amount: paymentEvents.amount })
      .from(paymentEvents)
      .where(eq(paymentEvents.transactionId, opened.transactionId))
      .orderBy(paymentEvents.id);
    const first = `SBX-${opened.transactionId}`;
    expect(kept.map(({ reference }) => reference)).toEqual([first, 'REF-2', 'REF-2', first]);
    expect(kept[1]).toEqual({ reference: 'REF-2', amount: 4825 });
    await says({ reference: 'REF-3', amount: null, currency: null });
    expect(await asked()).toEqual([SECOND, 'autre débit (montant inconnu, référence REF-3), à rembourser.']);
  });

  it('the same event sent again says nothing anew', async () => {
    await says({});
    const again = { eventId: `second-${opened.transactionId}`, reference: 'REF-2' };
    for (let n = 0; n < 3; n += 1) await says(again);
    expect(await asked()).toEqual([SECOND]);
  });

  it('of a payment that was put aside already is told as well', async () => {
    await says({ amount: 1 });
    await says({ amount: 1 });
    await says({ reference: 'REF-2' });
    expect(await asked()).toEqual(['reçu 1 XOF au lieu de 4825 XOF.', SECOND]);
    expect(await rowOf()).toMatchObject({
      status: 'review',
      providerReference: `SBX-${opened.transactionId}`,
    });
  });

  it('without a reference, or refused, is none', async () => {
    await says({});
    await says({ reference: null });
    await says({ status: 'failed', reference: 'REF-4', amount: null, currency: null });
    expect(await asked()).toEqual([]);
  });

  it('waits for its refund: it buys nothing else', async () => {
    await says({});
    await says({ reference: 'REF-5' });
    const next = await openPayment(server, customer, { order: elsewhere(basket.order) });
    await says({ reference: 'REF-5' }, next);
    expect(await rowOf(next)).toMatchObject({ status: 'review', providerReference: null });
  });
});
