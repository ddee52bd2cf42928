import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildInsuranceCard } from '../builders/insurance-card.ts';
import { orderEvents, orders } from '../database/schema/orders.ts';
import { payments } from '../database/schema/payments.ts';
import { expectInvariants } from '../testing/invariants.ts';
import { providerDoes } from '../testing/pay.ts';
import type { TestApp, Visitor } from '../testing/test-app.ts';
import { arrange, BOXES, type Card, type Given, totalOf } from './unchecked-card.fixture.ts';

const TOTAL = totalOf(BOXES);
const NOTHING_OFF = totalOf(BOXES, 0);

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
// An order with an unchecked card in an open portal.
beforeEach(async () => {
  customer = await server.signIn('customer');
  card = await buildInsuranceCard(server.db, { ownerId: customer.row.id, rate: 80 });
  id = await given.read(customer, given.agent, card);
  const { status, body } = await given.payOrder(customer, id);
  expect([status, body.amount]).toEqual([201, TOTAL]);
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
const events = (action: string) =>
  server.db
    .select()
    .from(orderEvents)
    .where(and(eq(orderEvents.orderId, id), eq(orderEvents.action, action)));
const expectNewAmount = async (total: number) => {
  const { status, body } = await given.payOrder(customer, id);
  expect([status, body.code, body.quote?.total]).toEqual([409, 'AMOUNT_CHANGED', total]);
  expect(await openPayments()).toEqual([]);
  expect((await given.payOrder(customer, id)).body.amount).toBe(total);
};

describe('a card that is decided while the order is being paid', () => {
  it('is verified on the order at once when it was accepted, and no amount changes', async () => {
    await decide(null);
    expect(await orderRow()).toMatchObject({ total: TOTAL, cardVerified: true });
    expect(await events('check-insurance')).toMatchObject([
      { actorId: given.supervisor.row.id, from: 'false', to: 'true' },
    ]);
    expect((await given.payOrder(customer, id)).body).toMatchObject({ transactionId, amount: TOTAL });
    await providerDoes(server, transactionId, 'approve');
    expect(await orderRow()).toMatchObject({ state: 'pending', paid: TOTAL });
  });

  it('leaves the order at the next payment when it was refused, and says who refused it', async () => {
    await decide('expired');
    expect(await orderRow()).toMatchObject({ total: TOTAL, cardId: card.id });
    await providerDoes(server, transactionId, 'decline');
    await expectNewAmount(NOTHING_OFF);
    expect(await orderRow()).toMatchObject({ reduction: 0, cardId: null, cardRate: null, cardUrl: null });
    expect(await events('remove-insurance')).toMatchObject([
      { actorId: given.supervisor.row.id, from: String(TOTAL), to: String(NOTHING_OFF) },
    ]);
  });

  it('that was refused keeps the amount while its portal is open, and applies once the portal has closed', async () => {
    await decide('expired');
    expect((await given.payOrder(customer, id)).body).toMatchObject({ transactionId, amount: TOTAL });
    server.clock.advance(16 * 60);
    await expectNewAmount(NOTHING_OFF);
  });

  it('that was refused does not count for an order whose card has changed since', async () => {
    await decide('expired');
    await server.call(customer, 'PUT', `/insurances/${card.id}`, { taux: 70 });
    await providerDoes(server, transactionId, 'decline');
    expect((await given.payOrder(customer, id)).body.amount).toBe(TOTAL);
  });

  it('that was refused, of twenty payments at once leaves once, and one payment of the new amount is opened', async () => {
    await decide('expired');
    await providerDoes(server, transactionId, 'decline');
    const answers = await Promise.all(Array.from({ length: 20 }, () => given.payOrder(customer, id)));
    for (const { status, body } of answers) {
      if (status === 201) expect(body.amount).toBe(NOTHING_OFF);
      else expect([status, body.code, body.quote?.total]).toEqual([409, 'AMOUNT_CHANGED', NOTHING_OFF]);
    }
    expect(answers.some(({ status }) => status === 409)).toBe(true);
    expect(await events('remove-insurance')).toHaveLength(1);
    const { body } = await given.payOrder(customer, id);
    expect(body.amount).toBe(NOTHING_OFF);
    expect(await openPayments()).toMatchObject([{ transactionId: body.transactionId, amount: NOTHING_OFF }]);
  });

  it('that is refused at the same time as payments leaves one amount: of the order and of its open payment', async () => {
    await providerDoes(server, transactionId, 'decline');
    const pay = () => given.payOrder(customer, id);
    const [, ...answers] = await Promise.all([decide('expired'), pay(), pay(), pay(), pay()]);
    for (const { status } of answers) expect([201, 409]).toContain(status);
    const { status, body } = await pay();
    const last = status === 409 ? await pay() : { status, body };
    expect(last.status).toBe(201);
    expect(last.body.amount).toBe((await orderRow())?.total);
    expect(await openPayments()).toMatchObject([{ amount: last.body.amount }]);
  });
});
