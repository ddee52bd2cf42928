import type { UserType } from '@amasin/domain/users/user-type.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildZone } from '../builders/catalogue.ts';
import { buildFile } from '../builders/file.ts';
import { buildInsuranceCard } from '../builders/insurance-card.ts';
import { buildOrder } from '../builders/order.ts';
import type { OrderRow } from '../database/schema/orders.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';

// Which field of an order leaves for whom (WIRE.md, RELIABILITY 2).

const [CARD, CARD_FILE, PHOTO] = ['01930000-0000-7000-8000-00000000000c', 'clé-carte', 'clé-ordonnance'];
const readers = ['customer', 'pharmacy', 'deliveryPerson', 'agent', 'supervisor', 'superAdmin'] as const;

let server: TestApp;
let order: OrderRow;
const people: Partial<Record<UserType, Visitor>> = {};

beforeAll(async () => {
  server = await startTestApp();
  for (const type of readers) people[type] = await server.signIn(type);
  const ownerId = idOf('customer');
  await buildFile(server.db, { ownerId, key: PHOTO });
  await buildFile(server.db, { ownerId, key: CARD_FILE, category: 'insurance' });
  const card = { id: CARD, ownerId, label: 'Atlantique', rate: 20, fileKey: CARD_FILE };
  // 500 + 2 000 × 0.9.
  order = await buildOrder(server.db, {
    state: 'delivering',
    zone: await buildZone(server.db, { label: 'Abomey-Calavi – Godomey' }),
    customerId: ownerId,
    prescriptionUrl: PHOTO,
    card: await buildInsuranceCard(server.db, card),
    pharmacyId: idOf('pharmacy'),
    deliveryPersonId: idOf('deliveryPerson'),
    itemsWrittenById: idOf('agent'),
  });
});
afterAll(() => server.close());

const idOf = (type: UserType) => people[type]!.row.id;
const read = async (type: UserType, id = order.id) =>
  (await server.call(people[type]!, 'GET', `/orders/${id}`)).body.order;

describe('the fields of an order', () => {
  it('are the same in the list as alone, for every reader', async () => {
    for (const type of readers) {
      const { orders } = (await server.call(people[type]!, 'GET', '/orders')).body;
      expect(orders.find(({ _id }: { _id: string }) => _id === order.id)).toEqual(await read(type));
    }
  });

  it('a delivery person gets neither prescription nor file nor card, but the number of items', async () => {
    const seen = await read('deliveryPerson');
    for (const key of ['prescription', 'prescriptionUrl', 'insuranceCard', 'transactionId']) {
      expect(seen).not.toHaveProperty(key);
    }
    expect(seen).toMatchObject({ itemsCount: 1, customer: { phone: people.customer!.row.phone } });
    expect(JSON.stringify(seen)).not.toMatch(/Médicament|clé-|Atlantique|ORD-/);
  });

  it('a delivery person gets the town of the zone', async () => {
    expect(await read('deliveryPerson')).toMatchObject({
      deliveryZone: 'Abomey-Calavi – Godomey',
      deliveryTown: 'Abomey-Calavi',
    });
  });

  it.each(['customer', 'pharmacy', 'agent', 'supervisor', 'superAdmin'] as const)(
    'a %s gets prescription, file and card',
    async (type) => {
      expect(await read(type)).toMatchObject({
        prescription: {
          _id: expect.any(String),
          prescriptionNumber: expect.stringMatching(/^ORD-\d{8}$/),
          prescriptorName: people.agent!.row.name,
          verified: true,
          items: [{ quantity: 2, price: 1000 }],
        },
        prescriptionUrl: 'clé-ordonnance',
        insuranceCard: { _id: CARD, label: 'Atlantique', taux: 20, url: 'clé-carte', verified: false },
        insuranceReduction: 400,
        totalAmount: 2300,
      });
    },
  );

  it('the transaction is for the customer, the supervisor and the super administrator', async () => {
    for (const type of readers) {
      const seen = await read(type);
      if (['customer', 'supervisor', 'superAdmin'].includes(type)) {
        expect(seen.transactionId).toMatch(/^TX-/);
      } else {
        expect(seen).not.toHaveProperty('transactionId');
      }
    }
  });

  it('an agent sees whom to call once the order is theirs', async () => {
    const waiting = await buildOrder(server.db, { state: 'pre-treatment', items: [] });
    const path = `/orders/${waiting.id}`;
    const before = (await server.call(people.agent!, 'GET', path)).body.order;
    expect(before.customer).toEqual({ _id: waiting.customerId, name: expect.any(String) });
    await server.call(people.supervisor!, 'PATCH', `${path}/assign`, { agent: idOf('agent') });
    const after = (await server.call(people.agent!, 'GET', path)).body.order;
    expect(after.customer.phone).toMatch(/^\+22901/);
    expect((await read('agent')).customer).not.toHaveProperty('phone');
  });

  it('nobody’s answer holds a hash, an e-mail or a column of ours', async () => {
    for (const type of readers) {
      const text = JSON.stringify(await read(type));
      expect(text).not.toMatch(/hash|password|@exemple|paymentId|zoneId|createdAt|draft/i);
    }
  });

  it('a photograph that nobody has read has no prescription yet, and no amount', async () => {
    const unread = await buildOrder(server.db, {
      state: 'pre-treatment',
      items: [],
      customerId: idOf('customer'),
    });
    expect(await read('customer', unread.id)).toMatchObject({
      prescription: null,
      itemsCount: 0,
      medicinesAmount: null,
      commission: null,
      insuranceReduction: null,
      totalAmount: null,
      finalAmount: 0,
      transactionId: null,
      allowedActions: [],
    });
  });

  it('people are a name and a phone, or null; the timeline gives a name and a role', async () => {
    const seen = await read('customer');
    expect(Object.keys(seen.pharmacy).sort()).toEqual(['_id', 'name', 'phone']);
    expect(seen.agent).toBeNull();
    const { timeline, total } = (await server.call(people.customer!, 'GET', `/orders/${order.id}/timeline`))
      .body;
    expect(total).toBe(timeline.length);
    expect(JSON.stringify(timeline)).not.toContain('+229');
    expect(timeline.map(({ actor }: { actor: object }) => actor)).toContainEqual({
      name: 'Amasin',
      type: 'system',
    });
  });
});

describe('what a person may do stands in the answer', () => {
  it('for every reader of an order on its way', async () => {
    const actions = await Promise.all(readers.map(async (type) => [type, (await read(type)).allowedActions]));
    expect(Object.fromEntries(actions)).toEqual({
      customer: [],
      pharmacy: [],
      deliveryPerson: ['mark-delivered'],
      agent: ['check-insurance'],
      supervisor: ['replace-delivery-person', 'check-insurance'],
      superAdmin: ['replace-delivery-person', 'check-insurance'],
    });
  });
});
