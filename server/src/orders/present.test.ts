import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { buildMedication, buildZone } from '../builders/catalogue.ts';
import { buildFile } from '../builders/file.ts';
import { buildInsuranceCard } from '../builders/insurance-card.ts';
import { buildOrder } from '../builders/order.ts';
import { medications } from '../database/schema/medications.ts';
import type { OrderRow } from '../database/schema/orders.ts';
import { users } from '../database/schema/users.ts';
import type { Visitor } from '../testing/test-app.ts';
import {
  assign,
  buildUnread,
  readOrder,
  readTimeline,
  server,
  signInAll,
  startServer,
} from './orders.fixture.ts';

const CARD = '01930000-0000-7000-8000-00000000000c';
const types = {
  customer: 'customer',
  pharmacy: 'pharmacy',
  deliveryPerson: 'deliveryPerson',
  agent: 'agent',
  supervisor: 'supervisor',
  superAdmin: 'superAdmin',
} as const;
type Reader = keyof typeof types;
const readers = Object.keys(types) as Reader[];

let visitors: Record<Reader, Visitor>;
let order: OrderRow;

const idOf = (type: Reader) => visitors[type].row.id;
const read = (type: Reader, id = order.id) => readOrder(id, visitors[type]);
const withEveryone = () => ({
  state: 'delivering' as const,
  customerId: idOf('customer'),
  pharmacyId: idOf('pharmacy'),
  deliveryPersonId: idOf('deliveryPerson'),
  itemsWrittenById: idOf('agent'),
});

startServer({}, async () => {
  visitors = await signInAll(types);
  const ownerId = idOf('customer');
  const bound = { ownerId, boundAt: server.clock.now() };
  await buildFile(server.db, { ...bound, key: 'clé-ordonnance' });
  await buildFile(server.db, { ...bound, key: 'clé-carte', category: 'insurance' });
  const card = { id: CARD, ownerId, label: 'Atlantique', rate: 20, fileKey: 'clé-carte' };
  // 500 + 2 000 × 0.9.
  order = await buildOrder(server.db, {
    ...withEveryone(),
    zone: await buildZone(server.db, { label: 'Abomey-Calavi – Godomey' }),
    prescriptionUrl: 'clé-ordonnance',
    card: await buildInsuranceCard(server.db, card),
  });
});

describe('the fields of an order', () => {
  it.each(readers)('are the same for a %s in the list and alone, without an internal one', async (type) => {
    const { orders } = (await server.call(visitors[type], 'GET', '/orders')).body;
    const alone = await read(type);
    expect(orders.find(({ _id }: { _id: string }) => _id === order.id)).toEqual(alone);
    expect(JSON.stringify(alone)).not.toMatch(/hash|password|@exemple|paymentId|zoneId|createdAt|draft/i);
  });

  it('have for a courier the town of the zone, but no prescription, card or part of the total', async () => {
    const shown = await read('deliveryPerson');
    for (const key of ['prescription', 'prescriptionUrl', 'insuranceCard', 'transactionId'])
      expect(shown).not.toHaveProperty(key);
    expect(JSON.stringify(shown)).not.toMatch(/Médicament|clé-|Atlantique|ORD-/);
    // A card could be told from a part of the total.
    expect(shown).toMatchObject({
      itemsCount: 1,
      customer: { phone: visitors.customer.row.phone },
      medicinesAmount: null,
      commission: null,
      insuranceReduction: null,
      deliveryFee: 500,
      totalAmount: 2300,
      deliveryZone: 'Abomey-Calavi – Godomey',
      deliveryTown: 'Abomey-Calavi',
    });
  });

  it.each<[minutes: number, state: 'delivered' | 'ended', isShown: boolean]>([
    [-1, 'delivered', true],
    [-1, 'ended', true],
    [0, 'delivered', false],
    [0, 'ended', false],
  ])(
    '24 hours and %i minutes after the delivery, %s, say to its courier where and whom to call: %s',
    async (minutes, state, isShown) => {
      // A delivery is 62 minutes after the order.
      const createdAt = new Date(server.clock.now().getTime() - (24 * 60 + 62 + minutes) * 60_000);
      const brought = await buildOrder(server.db, { ...withEveryone(), state, createdAt });
      const shown = await read('deliveryPerson', brought.id);
      const { name, phone } = visitors.customer.row;
      expect(shown.customer).toEqual({ _id: brought.customerId, name, ...(isShown && { phone }) });
      expect(shown.deliveryAddress).toBe(isShown ? brought.address : '');
      const { orders } = (await server.call(visitors.deliveryPerson, 'GET', `/orders?state=${state}`)).body;
      expect(orders.find(({ _id }: { _id: string }) => _id === brought.id)).toEqual(shown);
      // The others still need them.
      expect(await read('supervisor', brought.id)).toMatchObject({
        customer: { phone },
        deliveryAddress: brought.address,
      });
    },
  );

  it('say to its courier where the customer is however long it is on the way', async () => {
    const createdAt = new Date(server.clock.now().getTime() - 72 * 3600_000);
    const { id, address } = await buildOrder(server.db, { ...withEveryone(), createdAt });
    expect((await read('deliveryPerson', id)).deliveryAddress).toBe(address);
  });

  it.each(readers.filter((type) => type !== 'deliveryPerson'))(
    'have for a %s prescription, file and card',
    async (type) => {
      const shown = await read(type);
      expect(shown).toMatchObject({
        prescription: {
          _id: expect.any(String),
          prescriptionNumber: expect.stringMatching(/^ORD-\d{8}$/),
          prescriptorName: visitors.agent.row.name,
          verified: true,
          items: [{ quantity: 2, price: 1000 }],
        },
        prescriptionUrl: 'clé-ordonnance',
        insuranceCard: { _id: CARD, label: 'Atlantique', taux: 20, url: 'clé-carte', verified: false },
        insuranceReduction: 400,
        totalAmount: 2300,
      });
      // Only who paid and who supervises need the transaction.
      if (['customer', 'supervisor', 'superAdmin'].includes(type))
        expect(shown.transactionId).toMatch(/^TX-/);
      else expect(shown).not.toHaveProperty('transactionId');
    },
  );

  it('have the phone of the agent for those who supervise', async () => {
    const { id } = await buildOrder(server.db, { ...withEveryone(), agentId: idOf('agent') });
    for (const type of readers) {
      const supervises = type === 'supervisor' || type === 'superAdmin';
      const { agent } = await read(type, id);
      expect(Object.keys(agent)).toEqual(['_id', 'name', ...(supervises ? ['phone'] : [])]);
    }
  });

  it('say to in-house staff only that a medicine was not looked at', async () => {
    const items = [{ medication: await buildMedication(server.db, { reviewed: false }), quantity: 1 }];
    const { id } = await buildOrder(server.db, { ...withEveryone(), items });
    const reviews: Partial<Record<Reader, string>> = {};
    for (const type of readers.filter((one) => one !== 'deliveryPerson'))
      reviews[type] = (await read(type, id)).prescription.items[0].review;
    const unchecked = { agent: 'unchecked', supervisor: 'unchecked', superAdmin: 'unchecked' };
    expect(reviews).toEqual({ customer: undefined, pharmacy: undefined, ...unchecked });
  });

  it('have where the pharmacy is for a courier only', async () => {
    const place = (fields: Partial<typeof users.$inferInsert>) =>
      server.db
        .update(users)
        .set(fields)
        .where(eq(users.id, idOf('pharmacy')));
    await place({ address: 'Face au marché', latitude: 6.37, longitude: 2.42 });
    const position = { lat: 6.37, lng: 2.42 };
    expect((await read('deliveryPerson')).pickup).toEqual({ address: 'Face au marché', position });
    await place({ latitude: null, longitude: null });
    expect((await read('deliveryPerson')).pickup.position).toBeNull();
    for (const type of readers.filter((one) => one !== 'deliveryPerson'))
      expect(await read(type)).not.toHaveProperty('pickup');
  });

  it('have the customer’s phone for an agent once the order is assigned to them', async () => {
    const { id, customerId } = await buildOrder(server.db, { state: 'pre-treatment', items: [] });
    const before = (await read('agent', id)).customer;
    expect(before).toEqual({ _id: customerId, name: expect.any(String) });
    await assign(visitors.supervisor, id, { agent: idOf('agent') });
    expect((await read('agent', id)).customer.phone).toMatch(/^\+22901/);
    expect((await read('agent')).customer).not.toHaveProperty('phone');
  });

  it('have no prescription and no amounts while a photograph is unread', async () => {
    const unread = await buildUnread(visitors.customer);
    expect(await read('customer', unread.id)).toMatchObject({
      prescription: null,
      itemsCount: 0,
      medicinesAmount: null,
      commission: null,
      insuranceReduction: null,
      totalAmount: null,
      finalAmount: 0,
      transactionId: null,
      allowedActions: ['cancel'],
    });
  });

  it('have names and phones of people, or null; the timeline has names and roles', async () => {
    const { pharmacy, agent } = await read('customer');
    expect([Object.keys(pharmacy).sort(), agent]).toEqual([['_id', 'name', 'phone'], null]);
    const { body } = await server.call(visitors.customer, 'GET', `/orders/${order.id}/timeline`);
    expect(body.total).toBe(body.timeline.length);
    expect(JSON.stringify(await readTimeline(order.id, visitors.customer))).not.toContain('+229');
    const actors = body.timeline.map(({ actor }: { actor: object }) => actor);
    expect(actors).toContainEqual({ name: 'Amasin', type: 'system' });
  });

  it('have the actions of the reader', async () => {
    const actions = await Promise.all(readers.map(async (type) => [type, (await read(type)).allowedActions]));
    expect(Object.fromEntries(actions)).toEqual({
      customer: [],
      pharmacy: [],
      deliveryPerson: ['start-waiting', 'mark-delivered', 'report-problem'],
      agent: ['check-insurance'],
      supervisor: ['replace-delivery-person', 'bring-back', 'cancel-paid', 'give-back', 'check-insurance'],
      superAdmin: ['replace-delivery-person', 'bring-back', 'cancel-paid', 'give-back', 'check-insurance'],
    });
  });
});

describe('an order again', () => {
  const again = async (id: string) => server.call(visitors.customer, 'GET', `/orders/${id}/again`);
  const change = (id: string, fields: Partial<typeof medications.$inferInsert>) =>
    server.db.update(medications).set(fields).where(eq(medications.id, id));

  it('has what is sold today, at its price, and names what is not or needs a prescription', async () => {
    const zone = await buildZone(server.db);
    const changes = {
      Sold: { price: 650 },
      Gone: { deletedAt: server.clock.now() },
      Hidden: { reviewed: false },
      Unpriced: { price: 0 },
      Prescribed: { requiresPrescription: true },
    };
    const sold = [];
    for (const label in changes) sold.push(await buildMedication(server.db, { label, price: 500 }));
    const { id } = await buildOrder(server.db, {
      customerId: idOf('customer'),
      zone,
      items: sold.map((medication, index) => ({ medication, quantity: index + 2 })),
      state: 'ended',
      address: 'Haie Vive, portail gris',
    });
    for (const medication of sold)
      await change(medication.id, changes[medication.label as keyof typeof changes]);
    const { id: medicationId, form } = sold[0]!;
    expect((await again(id)).body.again).toMatchObject({
      items: [{ medicationId, label: 'Sold', form, price: 650, quantity: 2 }],
      gone: ['Gone', 'Hidden', 'Unpriced'],
      prescribed: ['Prescribed'],
      zone: zone.id,
      address: 'Haie Vive, portail gris',
      insured: false,
    });
  });

  it('has one line for a medicine on two lines', async () => {
    const medication = await buildMedication(server.db);
    const items = [1, 2].map((quantity) => ({ medication, quantity }));
    const { id } = await buildOrder(server.db, { customerId: idOf('customer'), items });
    const { body } = await again(id);
    expect(body.again.items).toMatchObject([{ medicationId: medication.id, quantity: 3 }]);
  });

  it('has no zone that is no longer served, and no medicines of an unread photograph', async () => {
    const zone = await buildZone(server.db);
    const { id } = await buildUnread(visitors.customer, { zone });
    await server.call(visitors.superAdmin, 'DELETE', `/zones/${zone.id}`);
    const nothing = { items: [], gone: [], prescribed: [], zone: null };
    expect((await again(id)).body.again).toMatchObject(nothing);
  });

  it('is not found when it is another customer’s', async () => {
    expect((await again((await buildOrder(server.db)).id)).status).toBe(404);
  });
});
