import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { payments } from '../database/schema/payments.ts';
import { expectInvariants } from '../testing/invariants.ts';
import { noticesOf } from '../testing/notices.ts';
import { type Basket, fillBasket, openPayment, report, reportOf } from '../testing/pay.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';

let server: TestApp;
let admin: Visitor;
let supervisor: Visitor;
let basket: Basket;

beforeAll(async () => {
  server = await startTestApp();
  admin = await server.signIn('superAdmin');
  supervisor = await server.signIn('supervisor');
  basket = await fillBasket(server);
});
afterAll(async () => {
  await expectInvariants(server.db);
  await server.close();
});

/** A customer with an expired payment that the recurring job no longer checks, so that their account can be deleted. */
async function expiredPayment() {
  const customer = await server.signIn('customer');
  const opened = await openPayment(server, customer, { order: basket.order });
  await server.db
    .update(payments)
    .set({ status: 'expired', nextCheckAt: null })
    .where(eq(payments.transactionId, opened.transactionId));
  const remove = async () => (await server.call(admin, 'DELETE', `/users/${customer.row.id}`)).status;
  return { opened, remove };
}
const rowOf = async (transactionId: string) =>
  (await server.db.select().from(payments).where(eq(payments.transactionId, transactionId)))[0]!;

it('money of a removed customer puts the payment under review', async () => {
  const { opened, remove } = await expiredPayment();
  expect(await remove()).toBe(204);
  expect((await report(server, reportOf(opened))).status).toBe(200);
  expect(await rowOf(opened.transactionId)).toMatchObject({
    status: 'review',
    reviewReason: 'customer-removed',
    providerReference: `SBX-${opened.transactionId}`,
    orderId: null,
  });
  expect(await noticesOf(server, opened.transactionId, { supervisor })).toEqual([
    ['supervisor', 'Paiement à vérifier'],
  ]);
});

it('a confirmation and a removal at once: either the order exists and its customer too, or neither', async () => {
  const outcomes = new Set<string>();
  for (let round = 0; round < 40; round += 1) {
    const { opened, remove } = await expiredPayment();
    const calls = [remove, () => report(server, reportOf(opened))];
    const responses = await Promise.all((round % 2 === 0 ? calls : calls.reverse()).map((run) => run()));
    const removed = responses[round % 2 === 0 ? 0 : 1];
    outcomes.add(`${removed} ${(await rowOf(opened.transactionId)).status}`);
  }
  for (const outcome of outcomes) expect(['204 review', '409 paid']).toContain(outcome);
});
