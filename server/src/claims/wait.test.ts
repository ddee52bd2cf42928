import { monthInBenin } from '@amasin/domain/statements/month.ts';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildMedication, buildZone } from '../builders/catalogue.ts';
import { buildInsuranceCard } from '../builders/insurance-card.ts';
import { buildInsurer } from '../builders/insurer.ts';
import { claimLines } from '../database/schema/claims.ts';
import { type InsurerRow, insuranceCards, insurers } from '../database/schema/insurance.ts';
import type { MedicationRow } from '../database/schema/medications.ts';
import { orders } from '../database/schema/orders.ts';
import { expectInvariants } from '../testing/invariants.ts';
import { titlesTo } from '../testing/notices.ts';
import { place, providerDoes } from '../testing/pay.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';

let server: TestApp;
let admin: Visitor;
let supervisor: Visitor;
let customer: Visitor;
let insurer: InsurerRow;
let zoneId: string;
let medication: MedicationRow;
let syrup: MedicationRow;

beforeAll(async () => {
  server = await startTestApp();
  [admin, supervisor] = [await server.signIn('superAdmin'), await server.signIn('supervisor')];
  zoneId = (await buildZone(server.db, { price: 500 })).id;
  medication = await buildMedication(server.db, { price: 1_000 });
  syrup = await buildMedication(server.db, { price: 333 });
});
afterAll(async () => {
  await expectInvariants(server.db);
  await server.close();
});
beforeEach(async () => {
  insurer = await buildInsurer(server.db);
  customer = await server.signIn('customer');
});

const rules = (change: Partial<InsurerRow>) =>
  server.db.update(insurers).set(change).where(eq(insurers.id, insurer.id));
/** A checked card of the insurer, 80 %: it takes 800 F off each box. */
const cardOf = (who: Visitor, given: object = {}) =>
  buildInsuranceCard(server.db, { ownerId: who.row.id, verified: true, insurerId: insurer.id, ...given });
let lots = 0;
const draft = (insuranceCard: string, items: object[]) => {
  lots += 1;
  const prescription = { type: 'numerical', items } as const;
  return {
    prescription,
    deliveryZone: zoneId,
    deliveryAddress: `Carré ${lots}, portail vert`,
    insuranceCard,
  };
};
const boxes = (card: { id: string }, quantity: number) =>
  draft(card.id, [{ medicationId: medication.id, quantity }]);
const open = (who: Visitor, order: object) => server.call(who, 'POST', '/payments', { order });
const buy = async (who: Visitor, order: object) => {
  const { status, body } = await open(who, order);
  expect(status).toBe(201);
  await providerDoes(server, body.transactionId, 'approve');
  return (await place(server, who, order, body.transactionId)).body.order as { _id: string };
};
const codeOf = ({ status, body }: { status: number; body: { code?: string } }) => body.code ?? status;
const titles = ({ row }: Visitor) => titlesTo(server, row);

describe('a paid order (rule 60)', () => {
  it('is owed by the insurer of its checked card', async () => {
    const { _id } = await buy(customer, boxes(await cardOf(customer), 2));
    const [line] = await server.db.select().from(claimLines).where(eq(claimLines.orderId, _id));
    expect(line).toMatchObject({ insurerId: insurer.id, state: 'to-send', amount: null });
  });

  it('has an insurer to be named while nobody has checked its card, and gets one with the check', async () => {
    const card = await cardOf(customer, { verified: false, insurerId: null });
    const { _id } = await buy(customer, boxes(card, 1));
    const linesOf = () => server.db.select().from(claimLines).where(eq(claimLines.orderId, _id));
    expect(await linesOf()).toEqual([]);
    const decide = (change: object) =>
      server.call(supervisor, 'POST', `/insurances/${card.id}/check`, {
        taux: 80,
        url: card.fileKey,
        refused: null,
        ...change,
      });
    await rules({ name: `Mutuelle ${lots}`, rates: [50, 70] });
    const refused = await decide({ insurer: insurer.id });
    expect([refused.status, refused.body.fields]).toEqual([
      422,
      { insurer: `Mutuelle ${lots} prend en charge 50 ou 70 %, pas 80 %.` },
    ]);
    await rules({ rates: [80] });
    expect((await decide({ insurer: insurer.id })).status).toBe(204);
    expect(await linesOf()).toMatchObject([{ insurerId: insurer.id, state: 'to-send' }]);
  });

  it('is checked as before by whoever names no insurer', async () => {
    const card = await cardOf(customer, { verified: false, insurerId: null });
    const { _id } = await buy(customer, boxes(card, 1));
    const path = `/orders/${_id}/insurance-check`;
    expect((await server.call(supervisor, 'POST', path, { verified: true })).status).toBe(200);
    expect(await server.db.select().from(claimLines).where(eq(claimLines.orderId, _id))).toEqual([]);
    expect((await server.call(supervisor, 'POST', path, { verified: false })).status).toBe(200);
    const body = { verified: true, insurer: insurer.id };
    expect((await server.call(supervisor, 'POST', path, body)).status).toBe(200);
    expect(await server.db.select().from(claimLines).where(eq(claimLines.orderId, _id))).toHaveLength(1);
    const [row] = await server.db.select().from(insuranceCards).where(eq(insuranceCards.id, card.id));
    expect(row?.insurerId).toBe(insurer.id);
  });
});

describe('what an insurer may owe (rule 60)', () => {
  it('makes its cards wait at the limit: the order is placed unpaid, and paid once the insurer has paid', async () => {
    const card = await cardOf(customer);
    await rules({ limit: 1_600 });
    const { _id: first } = await buy(customer, boxes(card, 2));
    const order = boxes(card, 1);
    expect(codeOf(await open(customer, order))).toBe('INSURER_WAITS');
    const placed = await server.call(customer, 'POST', '/orders', order);
    expect([placed.status, placed.body.order.state]).toEqual([201, 'pre-treatment']);
    const { _id: orderId, totalAmount, insuranceCard } = placed.body.order;
    // The price is that of rule 1: nothing changes in silence.
    expect([totalAmount, insuranceCard.awaited]).toEqual([500 + 300, true]);
    expect(codeOf(await server.call(customer, 'POST', '/payments', { orderId }))).toBe('INSURER_WAITS');

    await end(first);
    const claim = `/insurers/${insurer.id}/claims/${monthInBenin(server.clock.now())}`;
    for (const state of ['sent', 'paid'])
      expect((await server.call(admin, 'POST', claim, { state })).status).toBe(200);
    expect(await titles(customer)).toContain('Commande à payer');
    expect((await server.call(customer, 'POST', '/payments', { orderId })).status).toBe(201);
  });

  it('counts payments that are open: of many at once, those above the limit wait', async () => {
    await rules({ limit: 1_600 });
    const buyers = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const who = await server.signIn('customer');
        return { who, card: await cardOf(who) };
      }),
    );
    const all = await Promise.all(buyers.map(({ who, card }) => open(who, boxes(card, 1))));
    expect(all.map(codeOf).sort()).toEqual([201, 201, 'INSURER_WAITS', 'INSURER_WAITS']);
  });

  it('makes every card wait while the insurer is paused; without the card she pays at once', async () => {
    const card = await cardOf(customer);
    await rules({ active: false });
    const order = boxes(card, 1);
    expect(codeOf(await open(customer, order))).toBe('INSURER_WAITS');
    const { body } = await server.call(customer, 'POST', '/orders', order);
    const resumed = await server.call(admin, 'PUT', `/insurers/${insurer.id}`, { active: true });
    expect([resumed.status, await titles(customer)]).toEqual([200, ['Commande à payer']]);
    await rules({ active: false });
    const without = { orderId: body.order._id, withoutInsurance: true };
    const changed = await server.call(customer, 'POST', '/payments', without);
    expect([changed.status, changed.body.amount]).toEqual([201, 500 + 1_100]);
  });

  it('has a ceiling for one person in a month: beyond it the words say what is left', async () => {
    const card = await cardOf(customer);
    await rules({ ceiling: 2_000 });
    await buy(customer, boxes(card, 2));
    const { status, body } = await open(customer, boxes(card, 1));
    expect([status, body.code]).toEqual([409, 'INSURANCE_CEILING']);
    expect(body.message).toContain('couvre encore 400 F ce mois-ci');
    const other = await server.signIn('customer');
    expect((await open(other, boxes(await cardOf(other), 2))).status).toBe(201);
  });

  it('waits for the prior agreement of a large order, which a supervisor notes', async () => {
    const card = await cardOf(customer);
    await rules({ agreementAbove: 1_000 });
    expect((await open(customer, boxes(card, 1))).status).toBe(201);
    const order = boxes(card, 2);
    expect(codeOf(await open(customer, order))).toBe('INSURER_WAITS');
    const { _id: orderId } = (await server.call(customer, 'POST', '/orders', order)).body.order;
    const seen = (await server.call(supervisor, 'GET', `/orders/${orderId}`)).body.order;
    expect(seen.allowedActions).toContain('note-agreement');
    const note = (reference: string) =>
      server.call(supervisor, 'POST', `/orders/${orderId}/insurance-agreement`, { reference });
    for (const _ of [1, 2]) expect((await note('PEC-12')).status).toBe(200);
    expect((await titles(customer)).filter((title) => title === 'Commande à payer')).toHaveLength(1);
    const opened = await server.call(customer, 'POST', '/payments', { orderId });
    expect(opened.status).toBe(201);
    await providerDoes(server, opened.body.transactionId, 'approve');
    expect((await note('PEC-13')).body.code).toBe('STATE_CHANGED');
  });
});

describe('what an insurer does not cover (rule 60)', () => {
  const lines = [
    () => ({ medicationId: medication.id, quantity: 1 }),
    () => ({ medicationId: syrup.id, quantity: 1 }),
  ];
  const both = (card: { id: string }) =>
    draft(
      card.id,
      lines.map((line) => line()),
    );

  it('is paid by the customer, and each line says what is covered of it', async () => {
    await rules({ excluded: [syrup.id] });
    const { _id } = await buy(customer, both(await cardOf(customer)));
    const { order } = (await server.call(customer, 'GET', `/orders/${_id}`)).body;
    // 1 333 F of medicines, of which 80 % of 1 000 F are covered: 500 + 1 333 + 133 − 800.
    expect([order.totalAmount, order.insuranceReduction]).toEqual([1_166, 800]);
    expect(order.prescription.items.map(({ covered }: { covered: number }) => covered)).toEqual([800, 0]);
  });

  it('counts anew when it has changed since an order was placed: she is told the new total first', async () => {
    const card = await cardOf(customer);
    await rules({ active: false });
    const { _id: orderId, totalAmount } = (await server.call(customer, 'POST', '/orders', both(card))).body
      .order;
    expect(totalAmount).toBe(900);
    await rules({ active: true, excluded: [syrup.id] });
    const changed = await server.call(customer, 'POST', '/payments', { orderId });
    expect([changed.body.code, changed.body.quote.total]).toEqual(['AMOUNT_CHANGED', 1_166]);
    expect((await server.call(customer, 'POST', '/payments', { orderId })).body.amount).toBe(1_166);
    const [row] = await server.db.select().from(orders).where(eq(orders.id, orderId));
    expect(row).toMatchObject({ medicines: 1_333, covered: 1_000, reduction: 800 });
  });

  it('changes no price where nothing is excluded', async () => {
    const { _id } = await buy(customer, both(await cardOf(customer)));
    const [row] = await server.db.select().from(orders).where(eq(orders.id, _id));
    expect(row).toMatchObject({ covered: null, total: 900 });
  });
});

/** Delivers and ends a paid order. */
async function end(orderId: string): Promise<void> {
  const [pharmacy, courier] = [
    await server.signIn('pharmacy', { isPartner: true }),
    await server.signIn('deliveryPerson'),
  ];
  const assign = (body: object) => server.call(supervisor, 'PATCH', `/orders/${orderId}/assign`, body);
  await assign({ pharmacy: pharmacy.row.id });
  await assign({ deliveryPerson: courier.row.id });
  for (const [who, status] of [
    [courier, 'delivering'],
    [courier, 'delivered'],
    [supervisor, 'ended'],
  ] as const)
    expect((await server.call(who, 'PATCH', `/orders/${orderId}/status`, { status })).status).toBe(200);
}
