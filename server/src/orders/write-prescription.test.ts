import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildMedication, buildZone } from '../builders/catalogue.ts';
import { buildOrder } from '../builders/order.ts';
import type { MedicationRow } from '../database/schema/medications.ts';
import { type OrderRow, orderEvents, orderItems, orders } from '../database/schema/orders.ts';
import { prescriptions } from '../database/schema/prescriptions.ts';
import { expectInvariants } from '../testing/invariants.ts';
import { noticesOf } from '../testing/notices.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';

let server: TestApp;
let customer: Visitor;
let agent: Visitor;
let supervisor: Visitor;
let medication: MedicationRow;
let order: OrderRow;

beforeAll(async () => {
  server = await startTestApp();
  agent = await server.signIn('agent');
  supervisor = await server.signIn('supervisor');
  medication = await buildMedication(server.db, { price: 1250 });
});
beforeEach(async () => {
  customer = await server.signIn('customer');
  order = await unread();
});
afterAll(async () => {
  await expectInvariants(server.db);
  await server.close();
});

const unread = async (agentId: string | null = null) =>
  buildOrder(server.db, {
    state: 'pre-treatment',
    items: [],
    customerId: customer.row.id,
    zone: await buildZone(server.db, { price: 700 }),
    agentId,
  });
const write = (visitor: Visitor, items: unknown, id = order.id) =>
  server.call(visitor, 'PUT', `/orders/${id}`, { prescription: { type: 'numerical', items } });
const line = (change: object = {}) => ({
  medicationId: medication.id,
  label: medication.label,
  quantity: 3,
  price: 1250,
  ...change,
});
const rowOf = async (id: string) => (await server.db.select().from(orders).where(eq(orders.id, id)))[0]!;

describe('writing the items of a prescription (rules 7, 20)', () => {
  it.each(['agent', 'supervisor'] as const)(
    'as %s sets items, amounts and number, adds an event and notifies the customer',
    async (who) => {
      const writer = who === 'agent' ? agent : supervisor;
      const { status, body } = await write(writer, [line()]);
      expect(status).toBe(200);
      expect(body.order).toMatchObject({
        state: 'pre-treatment',
        itemsCount: 1,
        medicinesAmount: 3750,
        commission: 375,
        insuranceReduction: 0,
        totalAmount: 4825,
        finalAmount: 0,
        prescription: {
          type: 'numerical',
          prescriptionNumber: expect.stringMatching(/^ORD-\d{8}$/),
          prescriptorName: writer.row.name,
          items: [{ medicationId: medication.id, quantity: 3, price: 1250 }],
        },
      });
      const written = await rowOf(order.id);
      expect(written).toMatchObject({ itemsWrittenById: writer.row.id, paid: 0, paymentId: null });
      const [prescription] = await server.db
        .select()
        .from(prescriptions)
        .where(eq(prescriptions.id, written.prescriptionId!));
      expect(prescription).toMatchObject({ authorId: writer.row.id, patientName: customer.row.name });
      const events = await server.db.select().from(orderEvents).where(eq(orderEvents.orderId, order.id));
      expect(events.map(({ action, actorId }) => [action, actorId])).toEqual([
        ['create', customer.row.id],
        ['write-prescription', writer.row.id],
      ]);
      expect(await noticesOf(server, order.number, { customer, supervisor })).toEqual([
        ['customer', 'Ordonnance lue'],
      ]);
      const mine = await server.call(customer, 'GET', `/orders/${order.id}`);
      expect(mine.body.order.allowedActions).toEqual(['pay', 'cancel']);
    },
  );

  it('a second time returns 409, even to the same user', async () => {
    await write(agent, [line()]);
    for (const visitor of [supervisor, agent]) {
      const { status, body } = await write(visitor, [line({ quantity: 1 })]);
      expect([status, body.message]).toEqual([409, 'Cette commande a déjà été traitée']);
    }
    expect((await rowOf(order.id)).medicines).toBe(3750);
    const paid = await buildOrder(server.db, { customerId: customer.row.id });
    expect((await write(supervisor, [line()], paid.id)).status).toBe(409);
  });

  it('returns 200 to one of ten concurrent requests and 409 to the others', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { id } = await unread();
      const responses = await Promise.all(
        Array.from({ length: 10 }, (_, n) =>
          write(n % 2 === 0 ? agent : supervisor, [line({ quantity: n + 1 })], id),
        ),
      );
      expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)]);
      const winner = responses.find(({ status }) => status === 200)!;
      const items = await server.db.select().from(orderItems).where(eq(orderItems.orderId, id));
      expect(items).toMatchObject([{ quantity: winner.body.order.prescription.items[0].quantity }]);
    }
  });

  it('accepts medicines that are not reviewed yet or that require a prescription', async () => {
    const fresh = await buildMedication(server.db, {
      reviewed: false,
      requiresPrescription: true,
      price: 100,
    });
    expect((await write(agent, [{ label: fresh.label, quantity: 1, price: 100 }])).status).toBe(200);
  });
});

describe('validation', () => {
  it('drops lines without label, quantity or price', async () => {
    const empty = [line({ quantity: 0 }), line({ price: 0 }), { label: ' ', quantity: 1 }, null, 'x', {}];
    const { body } = await write(agent, [...empty, line(), { quantity: 2, price: 5 }]);
    expect(body.order.prescription.items).toHaveLength(1);
  });

  it.each([[[]], [[{ label: '', quantity: 1 }]], [null], ['x'], [undefined]])(
    'returns 422 for the items %j',
    async (items) => {
      const { status, body } = await write(agent, items);
      expect([status, body.message]).toEqual([422, 'Ajoutez au moins un médicament valide']);
    },
  );

  it('returns 422 without a prescription, even with a transaction', async () => {
    for (const body of [{}, { transactionId: 'TX-1', state: 'pending', finalAmount: 1 }]) {
      const response = await server.call(agent, 'PUT', `/orders/${order.id}`, body);
      expect([response.status, response.body.message]).toEqual([
        422,
        'Ajoutez au moins un médicament valide',
      ]);
    }
    expect(await rowOf(order.id)).toEqual(order);
  });

  it('returns 409 with the amounts for a price that differs from the catalogue’s', async () => {
    const { status, body } = await write(agent, [line({ price: 1 })]);
    expect([status, body.code, body.quote.total]).toEqual([409, 'AMOUNT_CHANGED', 4825]);
    expect(body.message).toBe('Le montant a changé : 4 825 F. Veuillez vérifier puis confirmer.');
    expect(await rowOf(order.id)).toEqual(order);
  });

  it('returns 422 on the line of an unknown medicine', async () => {
    const { status, body } = await write(agent, [line(), { label: 'Inconnu', quantity: 1 }]);
    expect([status, body.fields]).toEqual([422, { 'prescription.items.1.label': 'Médicament inconnu' }]);
  });
});

describe('who may write', () => {
  it('an agent, on unassigned orders and their own; 404 on another agent’s', async () => {
    const colleague = await server.signIn('agent');
    const theirs = await unread(colleague.row.id);
    expect((await write(agent, [line()], theirs.id)).status).toBe(404);
    expect((await write(colleague, [line()], theirs.id)).status).toBe(200);
  });

  it('not a customer, a pharmacy, a courier or a doctor', async () => {
    expect((await write(customer, [line()])).status).toBe(402);
    for (const type of ['pharmacy', 'deliveryPerson', 'partnerDoctor'] as const) {
      expect((await write(await server.signIn(type), [line()])).status).toBe(403);
    }
    expect(await rowOf(order.id)).toEqual(order);
  });
});
