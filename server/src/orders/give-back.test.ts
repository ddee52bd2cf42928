import { asc, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { buildMedication } from '../builders/catalogue.ts';
import { buildOrder } from '../builders/order.ts';
import { buildPrescription } from '../builders/prescription.ts';
import { orderItems } from '../database/schema/orders.ts';
import { payments } from '../database/schema/payments.ts';
import { refundLines, refunds } from '../database/schema/refunds.ts';
import { sandboxRefunds } from '../database/schema/sandbox-pay.ts';
import { sendRefunds } from '../payments/refund.ts';
import { messagesTo } from '../testing/notices.ts';
import { fillBasket, placePaidOrder } from '../testing/pay.ts';
import type { Visitor } from '../testing/test-app.ts';
import {
  assign,
  balancesOf,
  eventsOf,
  orderRow,
  paymentRow,
  readOrder,
  sentencesTo,
  server,
  setState,
  startServer,
} from './orders.fixture.ts';

type Order = Awaited<ReturnType<typeof placePaidOrder>>;

let supervisor: Visitor;
let admin: Visitor;
let pharmacy: Visitor;
let courier: Visitor;
let customer: Visitor;
/** The medicines of the order: three boxes at 1 250 F, one at 2 005 F. */
let tablets: string;
let syrup: string;
let label: string;
let order: Order;

startServer({}, async () => {
  supervisor = await server.signIn('supervisor', { name: 'Awa Kora' });
  admin = await server.signIn('superAdmin');
  pharmacy = await server.signIn('pharmacy', { isPartner: true });
  courier = await server.signIn('deliveryPerson');
});
beforeEach(async () => {
  // The refunds that earlier tests have asked for.
  await sendRefunds(server.ctx);
  customer = await server.signIn('customer');
  const basket = await fillBasket(server);
  const other = await buildMedication(server.db, { price: 2005 });
  [tablets, syrup, label] = [basket.medication.id, other.id, other.label];
  const items = [...basket.order.prescription.items, { medicationId: syrup, quantity: 1 }];
  order = await placePaidOrder(server, customer, {
    ...basket,
    order: { ...basket.order, prescription: { type: 'numerical', items } },
  });
  const paidBy = { operator: 'moov', payingPhone: '+2290164000017' } as const;
  await server.db.update(payments).set(paidBy).where(eq(payments.transactionId, order.transactionId));
});

const give = (lines: Record<string, number>, more: object = {}, by = supervisor) =>
  server.call(by, 'POST', `/orders/${order._id}/give-back`, {
    lines: Object.entries(lines).map(([medicationId, givenBack]) => ({ medicationId, givenBack })),
    reason: 'unavailable',
    ...more,
  });
const assignAll = async () => {
  for (const body of [{ pharmacy: pharmacy.row.id }, { deliveryPerson: courier.row.id }])
    expect((await assign(supervisor, order._id, body)).status).toBe(200);
};
const moveTo = async (state: 'delivering' | 'delivered' | 'ended') => {
  await assignAll();
  for (const [who, next] of [
    [courier, 'delivering'],
    [courier, 'delivered'],
    [supervisor, 'ended'],
  ] as const) {
    expect((await setState(who, order._id, next)).status).toBe(200);
    if (next === state) return;
  }
};
const refundsOf = () =>
  server.db.select().from(refunds).where(eq(refunds.orderId, order._id)).orderBy(asc(refunds.askedAt));
const amountsOf = async () => (await refundsOf()).map(({ amount }) => amount);
const paidBack = async () =>
  (
    await server.db
      .select({ amount: sandboxRefunds.amount })
      .from(sandboxRefunds)
      .where(eq(sandboxRefunds.transactionId, order.transactionId))
  ).map(({ amount }) => amount);

// Medicines 5 755 F, fee 700 F, commission 576 F: 7 031 F.
describe('a line of a paid order that is given back', () => {
  it('goes back with its share of the commission to who paid, and everybody is told without a word of health', async () => {
    await assignAll();
    const { status, body } = await give({ [syrup]: 1 }, { note: 'Vu avec elle' });
    expect(status).toBe(200);
    const items = body.order.prescription.items;
    expect(items.map(({ givenBack }: { givenBack?: number }) => givenBack)).toEqual([undefined, 1]);
    expect(body.order).toMatchObject({
      state: 'pending',
      finalAmount: 7_031,
      totalAmount: 7_031,
      refund: null,
    });
    const given = {
      amount: 2_206,
      state: 'asked',
      to: 'Moov …17',
      reason: 'unavailable',
      lines: [{ label, quantity: 1 }],
    };
    expect(body.order.givenBack).toMatchObject([{ ...given, note: 'Vu avec elle' }]);
    const [own] = (await readOrder(order._id, customer)).givenBack;
    expect(own).toMatchObject(given);
    expect(own).not.toHaveProperty('note');

    const { number } = order;
    expect((await sentencesTo(customer, number))[0]).toBe(
      `Remboursement en cours : 2 206 F de votre commande ${number} vous reviennent sur Moov …17.`,
    );
    for (const who of [pharmacy, courier])
      expect((await sentencesTo(who, number))[0]).toBe(`Commande corrigée : 1 boîte retirée de ${number}.`);
    expect((await eventsOf(order._id)).at(-1)).toMatchObject({ action: 'give-back', to: '1' });
    expect(await balancesOf(order._id)).toEqual({
      customer: 7_031,
      pharmacy: -3_750,
      courier: -700,
      commission: -375,
      refund: -2_206,
    });

    expect([await sendRefunds(server.ctx), await paidBack()]).toEqual([1, [2_206]]);
    expect((await readOrder(order._id, customer)).givenBack).toMatchObject([{ state: 'done' }]);
    expect((await paymentRow(order.transactionId)).status).toBe('paid');
  });

  it('shows the pharmacy how many it still prepares, and no money of the customer', async () => {
    await assignAll();
    await give({ [tablets]: 2 });
    const seen = await readOrder(order._id, pharmacy);
    expect(seen.prescription.items[0]).toMatchObject({ quantity: 3, givenBack: 2 });
    expect(seen).not.toHaveProperty('givenBack');
    expect(await readOrder(order._id, courier)).not.toHaveProperty('givenBack');
  });

  it('is counted in the end: the same request twice, or another person’s, gives it back once', async () => {
    for (const by of [supervisor, supervisor, admin])
      expect((await give({ [tablets]: 1 }, {}, by)).status).toBe(200);
    expect(await amountsOf()).toEqual([1_375]);
    await give({ [tablets]: 2 });
    expect(await amountsOf()).toEqual([1_375, 1_375]);
    expect((await eventsOf(order._id)).filter(({ action }) => action === 'give-back')).toHaveLength(2);
  });

  it.each(['delivering', 'delivered', 'ended'] as const)('also when the order is %s', async (state) => {
    await moveTo(state);
    expect((await give({ [syrup]: 1 }, { reason: 'missing' })).status).toBe(200);
    expect((await orderRow(order._id)).state).toBe(state);
    expect(await amountsOf()).toEqual([2_206]);
    if (state === 'ended') {
      // The pharmacy and the platform have that much less.
      expect(await balancesOf(order._id)).toMatchObject({ refund: -2_206, corrected: 2_005 + 201 });
      return;
    }
    // The rest of the commission is split.
    if (state === 'delivering') await setState(courier, order._id, 'delivered');
    expect((await setState(supervisor, order._id, 'ended')).status).toBe(200);
    expect(await balancesOf(order._id)).toMatchObject({ commission: 0, platform: -375 });
  });

  it('after the handover leaves the fee, however much is given back, and never more than was paid', async () => {
    await moveTo('delivered');
    for (const upTo of [1, 2, 3]) await give({ [tablets]: upTo }, { reason: 'damaged' });
    await give({ [syrup]: 1 }, { reason: 'wrong' });
    const all = await amountsOf();
    expect(all.reduce((sum, amount) => sum + amount, 0)).toBe(7_031 - 700);
    const row = await readOrder(order._id, supervisor);
    expect([row.state, row.allowedActions.includes('give-back')]).toEqual(['delivered', false]);
    expect(await sendRefunds(server.ctx)).toBe(4);
    expect((await paidBack()).toSorted()).toEqual(all.toSorted());
  });
});

it('after the end corrects the share of its prescriber, who is told', async () => {
  const doctor = await server.signIn('partnerDoctor');
  const items = [{ medication: await buildMedication(server.db, { price: 1_000 }), quantity: 2 }];
  const prescription = await buildPrescription(server.db, { authorId: doctor.row.id, items });
  const ended = await buildOrder(server.db, { state: 'ended', prescriptionId: prescription.id, items });
  const earned = async () => (await server.call(doctor, 'GET', '/benefics/partner')).body.total;
  const before = await earned();
  const [item] = await server.db.select().from(orderItems).where(eq(orderItems.orderId, ended.id));
  const lines = [{ medicationId: item!.medicationId, givenBack: 1 }];
  const body = { lines, reason: 'damaged' };
  expect((await server.call(supervisor, 'POST', `/orders/${ended.id}/give-back`, body)).status).toBe(200);
  const [row] = await server.db.select().from(refundLines).where(eq(refundLines.orderId, ended.id));
  const less = before - (await earned());
  expect(less).toBe(
    Math.floor(ended.commission! / 2) - Math.floor((ended.commission! - row!.commission) / 2),
  );
  expect(less).toBeGreaterThan(0);
  expect(
    (await messagesTo(server, doctor, prescription.number!)).map((text) => text.replaceAll(/\s/g, ' ')),
  ).toContain(
    `Bénéfice corrigé : Votre ordonnance ${prescription.number} vous rapporte ${less} F de moins : une partie a été remboursée.`,
  );
});

describe('the last line before the handover', () => {
  it('cancels the order with its fee: all refunds together are what was paid', async () => {
    await assignAll();
    await give({ [syrup]: 1 });
    expect((await give({ [syrup]: 1, [tablets]: 3 })).body.order).toMatchObject({
      state: 'cancelled',
      cancelReason: 'unavailable',
      refund: { amount: 4_825 },
    });
    expect(await amountsOf()).toEqual([2_206, 4_825]);
    expect((await paymentRow(order.transactionId)).status).toBe('refunded');
    expect(await balancesOf(order._id)).toEqual({
      customer: 7_031,
      pharmacy: 0,
      courier: 0,
      commission: 0,
      refund: -7_031,
    });
    expect((await sentencesTo(customer, order.number))[0]).toContain('Remboursement de 4 825 F en cours.');
    // Sent again by the same person, it changes nothing; another one reads that it is cancelled.
    expect((await give({ [syrup]: 1, [tablets]: 3 })).status).toBe(200);
    expect(await give({ [tablets]: 3 }, {}, admin)).toMatchObject({
      status: 409,
      body: { code: 'STATE_CHANGED' },
    });
  });

  it('waits for the answer to its customer, who asks to cancel', async () => {
    await server.call(customer, 'POST', `/orders/${order._id}/cancel-request`, { reason: 'mistake' });
    expect((await give({ [syrup]: 1, [tablets]: 3 })).body.code).toBe('CANCEL_ASKED');
    expect(await amountsOf()).toEqual([]);
    expect((await give({ [syrup]: 1 })).status).toBe(200);
  });
});

it('a later cancellation gives back what remains', async () => {
  await give({ [tablets]: 1 });
  expect(
    (await server.call(supervisor, 'POST', `/orders/${order._id}/cancellation`, { reason: 'unreachable' }))
      .status,
  ).toBe(200);
  expect(await amountsOf()).toEqual([1_375, 7_031 - 1_375]);
  expect((await readOrder(order._id, customer)).refund).toMatchObject({ amount: 7_031 - 1_375 });
});

describe('a shortage', () => {
  const report = (medicationId: string, reason = 'medicine-out-of-stock') =>
    server.call(pharmacy, 'POST', `/orders/${order._id}/shortage`, { reason, medicationId });

  it('is solved by giving its line back, and its pharmacy goes on', async () => {
    await assignAll();
    await report(syrup);
    for (const who of [supervisor, pharmacy])
      expect((await readOrder(order._id, who)).problem).toMatchObject({ medicationId: syrup });
    expect((await readOrder(order._id, customer)).problem).not.toHaveProperty('medicationId');
    expect((await give({ [syrup]: 1 })).body.order.problem).toBeNull();
    expect((await eventsOf(order._id)).slice(-2)).toMatchObject([
      { action: 'give-back' },
      { action: 'solve-problem', from: 'medicine-out-of-stock' },
    ]);
    expect((await sentencesTo(pharmacy, order.number))[0]).toBe(
      `Commande corrigée : 1 boîte retirée de ${order.number}. Le reste peut être préparé.`,
    );
    expect((await sentencesTo(customer, order.number))[0]).toMatch(
      /sur Moov …17\. Le reste suit son cours\.$/,
    );
    expect((await server.call(pharmacy, 'POST', `/orders/${order._id}/ready`, { ready: true })).status).toBe(
      200,
    );
  });

  it('of another line stands', async () => {
    await assignAll();
    await report(syrup);
    expect((await give({ [tablets]: 1 })).body.order.problem).toMatchObject({ medicationId: syrup });
  });
});

describe('what cannot be given back', () => {
  it('a medicine that is not in the order, or more than it has', async () => {
    const { id } = await buildMedication(server.db);
    expect(await give({ [id]: 1 })).toMatchObject({
      status: 422,
      body: { fields: { 'lines.0.medicationId': expect.any(String) } },
    });
    expect(await give({ [tablets]: 4 })).toMatchObject({
      status: 422,
      body: { fields: { 'lines.0.givenBack': 'La commande n’en compte que 3' } },
    });
    expect((await give({ [tablets]: 0 })).status).toBe(422);
    expect((await give({ [tablets]: 1 }, { reason: 'because' })).status).toBe(422);
    expect((await give({})).status).toBe(422);
    expect(await amountsOf()).toEqual([]);
  });

  it('by anybody but those who supervise', async () => {
    await assignAll();
    for (const who of [customer, pharmacy, courier])
      expect((await give({ [syrup]: 1 }, {}, who)).status).toBe(403);
  });

  it('beyond what the database allows, whatever the code does', async () => {
    await give({ [tablets]: 1 });
    const [refund] = await refundsOf();
    const { id: _, tries: _tries, ...row } = refund!;
    await expect(server.db.insert(refunds).values({ ...row, amount: 7_031 })).rejects.toThrow();
    const line = { refundId: refund!.id, orderId: order._id, position: 1, quantity: 2 };
    const parts = { medicines: 4_010, commission: 401, reduction: 0 };
    await expect(server.db.insert(refundLines).values({ ...line, ...parts })).rejects.toThrow();
  });
});
