import type { UserType } from '@amasin/domain/users/user-type.ts';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildMedication, buildZone } from '../builders/catalogue.ts';
import { buildFile } from '../builders/file.ts';
import { buildInsuranceCard } from '../builders/insurance-card.ts';
import { buildOrder } from '../builders/order.ts';
import type { OrderRow } from '../database/schema/orders.ts';
import { users } from '../database/schema/users.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';

// Which reader receives which field of an order.

const CARD = '01930000-0000-7000-8000-00000000000c';
const CARD_FILE = 'clé-carte';
const PHOTO = 'clé-ordonnance';
const readers = ['customer', 'pharmacy', 'deliveryPerson', 'agent', 'supervisor', 'superAdmin'] as const;

let server: TestApp;
let order: OrderRow;
const visitors: Partial<Record<UserType, Visitor>> = {};

beforeAll(async () => {
  server = await startTestApp();
  for (const type of readers) visitors[type] = await server.signIn(type);
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

const idOf = (type: UserType) => visitors[type]!.row.id;
const read = async (type: UserType, id = order.id) =>
  (await server.call(visitors[type]!, 'GET', `/orders/${id}`)).body.order;

describe('the fields of an order', () => {
  it('are the same in the list and in GET /orders/{id}, for every reader', async () => {
    for (const type of readers) {
      const { orders } = (await server.call(visitors[type]!, 'GET', '/orders')).body;
      expect(orders.find(({ _id }: { _id: string }) => _id === order.id)).toEqual(await read(type));
    }
  });

  it('a delivery person receives no prescription, file or card, but the number of items', async () => {
    const seen = await read('deliveryPerson');
    for (const key of ['prescription', 'prescriptionUrl', 'insuranceCard', 'transactionId']) {
      expect(seen).not.toHaveProperty(key);
    }
    expect(seen).toMatchObject({ itemsCount: 1, customer: { phone: visitors.customer!.row.phone } });
    expect(JSON.stringify(seen)).not.toMatch(/Médicament|clé-|Atlantique|ORD-/);
  });

  it('a delivery person receives no part of the total, from which a card could be told', async () => {
    expect(await read('deliveryPerson')).toMatchObject({
      medicinesAmount: null,
      commission: null,
      insuranceReduction: null,
      deliveryFee: 500,
      totalAmount: 2300,
    });
  });

  it('only those who supervise receive the phone of the agent', async () => {
    const agentId = idOf('agent');
    const { id } = await buildOrder(server.db, {
      state: 'delivering',
      customerId: idOf('customer'),
      pharmacyId: idOf('pharmacy'),
      deliveryPersonId: idOf('deliveryPerson'),
      itemsWrittenById: agentId,
      agentId,
    });
    for (const type of readers) {
      const supervises = type === 'supervisor' || type === 'superAdmin';
      const { agent } = await read(type, id);
      expect(Object.keys(agent)).toEqual(['_id', 'name', ...(supervises ? ['phone'] : [])]);
    }
  });

  it('only in-house staff receive that a medicine was not looked at', async () => {
    const medication = await buildMedication(server.db, { reviewed: false });
    const { id } = await buildOrder(server.db, {
      state: 'delivering',
      customerId: idOf('customer'),
      pharmacyId: idOf('pharmacy'),
      itemsWrittenById: idOf('agent'),
      items: [{ medication, quantity: 1 }],
    });
    const told = async (type: UserType) => (await read(type, id)).prescription.items[0].review ?? null;
    expect(await Promise.all((['customer', 'pharmacy'] as const).map(told))).toEqual([null, null]);
    for (const type of ['agent', 'supervisor', 'superAdmin'] as const)
      expect(await told(type)).toBe('unchecked');
  });

  it('only a delivery person receives where the pharmacy is', async () => {
    const at = { address: 'Face au marché', latitude: 6.37, longitude: 2.42 };
    await server.db
      .update(users)
      .set(at)
      .where(eq(users.id, idOf('pharmacy')));
    expect((await read('deliveryPerson')).pickup).toEqual({
      address: 'Face au marché',
      position: { lat: 6.37, lng: 2.42 },
    });
    await server.db
      .update(users)
      .set({ latitude: null, longitude: null })
      .where(eq(users.id, idOf('pharmacy')));
    expect((await read('deliveryPerson')).pickup.position).toBeNull();
    for (const type of readers.filter((one) => one !== 'deliveryPerson'))
      expect(await read(type)).not.toHaveProperty('pickup');
  });

  it('a delivery person receives the town of the zone', async () => {
    expect(await read('deliveryPerson')).toMatchObject({
      deliveryZone: 'Abomey-Calavi – Godomey',
      deliveryTown: 'Abomey-Calavi',
    });
  });

  it.each(['customer', 'pharmacy', 'agent', 'supervisor', 'superAdmin'] as const)(
    'a %s receives prescription, file and card',
    async (type) => {
      expect(await read(type)).toMatchObject({
        prescription: {
          _id: expect.any(String),
          prescriptionNumber: expect.stringMatching(/^ORD-\d{8}$/),
          prescriptorName: visitors.agent!.row.name,
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

  it('only the customer, the supervisor and the super administrator receive the transaction', async () => {
    for (const type of readers) {
      const seen = await read(type);
      if (['customer', 'supervisor', 'superAdmin'].includes(type)) {
        expect(seen.transactionId).toMatch(/^TX-/);
      } else {
        expect(seen).not.toHaveProperty('transactionId');
      }
    }
  });

  it('an agent receives the customer’s phone once the order is assigned to them', async () => {
    const waiting = await buildOrder(server.db, { state: 'pre-treatment', items: [] });
    const path = `/orders/${waiting.id}`;
    const before = (await server.call(visitors.agent!, 'GET', path)).body.order;
    expect(before.customer).toEqual({ _id: waiting.customerId, name: expect.any(String) });
    await server.call(visitors.supervisor!, 'PATCH', `${path}/assign`, { agent: idOf('agent') });
    const after = (await server.call(visitors.agent!, 'GET', path)).body.order;
    expect(after.customer.phone).toMatch(/^\+22901/);
    expect((await read('agent')).customer).not.toHaveProperty('phone');
  });

  it('no reader receives a hash, an e-mail or an internal column', async () => {
    for (const type of readers) {
      const text = JSON.stringify(await read(type));
      expect(text).not.toMatch(/hash|password|@exemple|paymentId|zoneId|createdAt|draft/i);
    }
  });

  it('an unread photograph has no prescription and no amounts', async () => {
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
      allowedActions: ['cancel'],
    });
  });

  it('people have a name and a phone, or are null; the timeline has names and roles', async () => {
    const seen = await read('customer');
    expect(Object.keys(seen.pharmacy).sort()).toEqual(['_id', 'name', 'phone']);
    expect(seen.agent).toBeNull();
    const { timeline, total } = (await server.call(visitors.customer!, 'GET', `/orders/${order.id}/timeline`))
      .body;
    expect(total).toBe(timeline.length);
    expect(JSON.stringify(timeline)).not.toContain('+229');
    expect(timeline.map(({ actor }: { actor: object }) => actor)).toContainEqual({
      name: 'Amasin',
      type: 'system',
    });
  });
});

describe('allowedActions', () => {
  it('depend on the reader of a delivering order', async () => {
    const actions = await Promise.all(readers.map(async (type) => [type, (await read(type)).allowedActions]));
    expect(Object.fromEntries(actions)).toEqual({
      customer: [],
      pharmacy: [],
      deliveryPerson: ['mark-delivered', 'report-problem'],
      agent: ['check-insurance'],
      supervisor: ['replace-delivery-person', 'check-insurance'],
      superAdmin: ['replace-delivery-person', 'check-insurance'],
    });
  });
});
