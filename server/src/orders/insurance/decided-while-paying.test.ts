import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildInsuranceCard } from '../../builders/insurance-card.ts';
import { orderEvents, orders } from '../../database/schema/orders.ts';
import { payments } from '../../database/schema/payments.ts';
import { expectInvariants } from '../../testing/invariants/invariants.ts';
import { providerDoes } from '../../testing/pay.ts';
import type { TestApp, Visitor } from '../../testing/test-app.ts';
import { arrange, type Card, FULL, type Given, LIMITED, MEDICINES } from './unchecked-card.fixture.ts';

const NOTHING_OFF = 500 + MEDICINES + MEDICINES / 10;

let given: Given;
let server: TestApp;
let customer: Visitor;
let card: Card;
let id: string;
let transactionId: string;

beforeAll(async () => {
  given = await arrange({});
  server = given.server;
});
afterAll(async () => {
  await expectInvariants(server.db);
  await server.close();
});
// An order whose amount with the limit is frozen in an open portal.
beforeEach(async () => {
  customer = await server.signIn('customer');
  card = await buildInsuranceCard(server.db, { ownerId: customer.row.id, rate: 80 });
  id = await given.read(customer, given.agent, card);
  const { status, body } = await given.payOrder(customer, id);
  expect([status, body.amount]).toEqual([201, LIMITED]);
  ({ transactionId } = body);
});

const decide = async (refused: string | null) =>
  expect((await given.check(given.supervisor, card, refused)).status).toBe(204);
const orderRow = async () => (await server.db.select().from(orders).where(eq(orders.id, id)))[0];
const openPayments = () =>
  server.db
    .select()
    .from(payments)
    .where(and(eq(payments.orderId, id), eq(payments.status, 'pending')));
const checks = () =>
  server.db
    .select()
    .from(orderEvents)
    .where(and(eq(orderEvents.orderId, id), eq(orderEvents.action, 'check-insurance')));
const expectNewAmount = async (total: number) => {
  const { status, body } = await given.payOrder(customer, id);
  expect([status, body.code, body.quote?.total]).toEqual([409, 'AMOUNT_CHANGED', total]);
  expect(await openPayments()).toEqual([]);
  expect((await given.payOrder(customer, id)).body.amount).toBe(total);
};

describe('a card that is decided while the order is being paid', () => {
  it('applies its whole rate at the next payment after a declined one, and says who checked it', async () => {
    await decide(null);
    await providerDoes(server, transactionId, 'decline');
    await expectNewAmount(FULL);
    expect(await orderRow()).toMatchObject({ total: FULL, reductionLimit: null, cardVerified: true });
    expect(await checks()).toMatchObject([{ actorId: given.supervisor.row.id, from: 'false', to: 'true' }]);
  });

  it('takes nothing off at the next payment when it was refused', async () => {
    await decide('expired');
    await providerDoes(server, transactionId, 'decline');
    await expectNewAmount(NOTHING_OFF);
    expect(await orderRow()).toMatchObject({ reduction: 0, reductionLimit: 0, cardVerified: false });
    expect(await checks()).toEqual([]);
  });

  it('keeps the amount while its portal is open, and applies once the portal has closed', async () => {
    await decide(null);
    expect((await given.payOrder(customer, id)).body).toMatchObject({ transactionId, amount: LIMITED });
    server.clock.advance(16 * 60);
    await expectNewAmount(FULL);
  });

  it('applies when the provider says only at the next payment that it was declined', async () => {
    await decide(null);
    // No webhook has told it: the row says pending until the provider is asked.
    const { ask } = server.ctx.payments;
    server.ctx.payments.ask = async () => ({
      report: 'failed',
      amount: null,
      currency: null,
      reference: null,
    });
    const { body } = await given.payOrder(customer, id);
    server.ctx.payments.ask = ask;
    expect([body.code, body.quote?.total]).toEqual(['AMOUNT_CHANGED', FULL]);
  });

  it('does not apply to an order whose card has changed since', async () => {
    await decide(null);
    await server.call(customer, 'PUT', `/insurances/${card.id}`, { taux: 70 });
    await providerDoes(server, transactionId, 'decline');
    expect((await given.payOrder(customer, id)).body.amount).toBe(LIMITED);
  });

  it('of twenty payments at once applies once, and opens one payment of the new amount', async () => {
    await decide(null);
    await providerDoes(server, transactionId, 'decline');
    const answers = await Promise.all(Array.from({ length: 20 }, () => given.payOrder(customer, id)));
    for (const { status, body } of answers) {
      if (status === 201) expect(body.amount).toBe(FULL);
      else expect([status, body.code, body.quote?.total]).toEqual([409, 'AMOUNT_CHANGED', FULL]);
    }
    expect(answers.some(({ status }) => status === 409)).toBe(true);
    expect(await checks()).toHaveLength(1);
    expect(await orderRow()).toMatchObject({ total: FULL, cardVerified: true });
    const { body } = await given.payOrder(customer, id);
    expect(body.amount).toBe(FULL);
    expect(await openPayments()).toMatchObject([{ transactionId: body.transactionId, amount: FULL }]);
  });

  it('at the same time as payments leaves one amount: of the order and of its open payment', async () => {
    await providerDoes(server, transactionId, 'decline');
    const pay = () => given.payOrder(customer, id);
    const [, ...answers] = await Promise.all([decide(null), pay(), pay(), pay(), pay()]);
    for (const { status } of answers) expect([201, 409]).toContain(status);
    const { status, body } = await pay();
    const last = status === 409 ? await pay() : { status, body };
    expect(last.status).toBe(201);
    expect(last.body.amount).toBe((await orderRow())?.total);
    expect(await openPayments()).toMatchObject([{ amount: last.body.amount }]);
  });
});
