import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildFile } from '../builders/file.ts';
import { buildInsuranceCard } from '../builders/insurance-card.ts';
import { findFile } from '../files/queries.ts';
import { sweepBytes, sweepUnbound } from '../files/sweep-files.ts';
import { type Basket, fillBasket, openPayment, place, providerDoes } from '../testing/pay.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';

// Medicines 3 750 F, fee 700 F: 1 825 F at 80 %, 4 075 F at 20 %.
const AT_80 = 1825;
const AT_20 = 4075;

let server: TestApp;
let customer: Visitor;
let basket: Basket;
let card: Awaited<ReturnType<typeof buildInsuranceCard>>;

beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server.close());
beforeEach(async () => {
  customer = await server.signIn('customer');
  basket = await fillBasket(server);
  card = await buildInsuranceCard(server.db, { ownerId: customer.row.id, rate: 80 });
});

const insured = () => ({ ...basket.order, insuranceCard: card.id });
const newFile = () => buildFile(server.db, { ownerId: customer.row.id, category: 'insurance' });
const change = (body: object) => server.call(customer, 'PUT', `/insurances/${card.id}`, body);
const remove = () => server.call(customer, 'DELETE', `/insurances/${card.id}`);

async function pay(transactionId: string) {
  await providerDoes(server, transactionId, 'approve');
  const { status, body } = await place(server, customer, insured(), transactionId);
  expect([status, body.message]).toEqual([200, undefined]);
  return body.order;
}

/** Advances two days and sweeps unused files. */
async function twoNightsLater() {
  server.clock.advance(48 * 3600);
  await sweepUnbound(server.ctx);
  await sweepBytes(server.ctx);
  customer = await server.session(customer.row);
}

describe('a card that changes while its order is being paid', () => {
  it('does not change the rate and the file of an open payment; the next quote has the new ones', async () => {
    const opened = await openPayment(server, customer, { order: insured() });
    expect(opened.amount).toBe(AT_80);
    const { key } = await newFile();
    expect((await change({ taux: 20, url: key })).status).toBe(200);
    expect((await openPayment(server, customer, { order: insured() })).amount).toBe(AT_20);
    const order = await pay(opened.transactionId);
    expect(order).toMatchObject({
      totalAmount: AT_80,
      insuranceCard: { _id: card.id, taux: 80, url: card.fileKey, verified: false },
    });
  });

  it('does not sweep the file of a deleted card while the payment, then the order, refers to it', async () => {
    const { transactionId } = await openPayment(server, customer, { order: insured() });
    expect((await remove()).status).toBe(204);
    await twoNightsLater();
    expect(await findFile(server.db, card.fileKey)).not.toBeNull();
    expect((await pay(transactionId)).insuranceCard).toMatchObject({ taux: 80, url: card.fileKey });
    await twoNightsLater();
    expect(await findFile(server.db, card.fileKey)).not.toBeNull();
  });

  it('sweeps a replaced file that no order refers to', async () => {
    const { key } = await newFile();
    await change({ url: key });
    await twoNightsLater();
    expect(await findFile(server.db, card.fileKey)).toBeNull();
    expect(await findFile(server.db, key)).not.toBeNull();
  });
});
