import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildMedication, buildZone } from '../builders/catalogue.ts';
import { buildFile } from '../builders/file.ts';
import { buildOrder, type OrderFields } from '../builders/order.ts';
import type { ZoneRow } from '../database/schema/places.ts';
import { type Basket, fillBasket, openPayment, placePaidOrder, providerDoes } from '../testing/pay.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';

const MINUTE = 60_000;
const PROMISE = 120;
/** What the builder's history takes from the creation of an order to its delivery, minutes. */
const BUILT = 62;

let server: TestApp;
let customer: Visitor;
let supervisor: Visitor;
let fields: Partial<OrderFields>;
let built = 0;

beforeAll(async () => {
  server = await startTestApp();
  customer = await server.signIn('customer');
  supervisor = await server.signIn('supervisor');
  const pharmacy = await server.signIn('pharmacy');
  const courier = await server.signIn('deliveryPerson');
  fields = {
    customerId: customer.row.id,
    pharmacyId: pharmacy.row.id,
    deliveryPersonId: courier.row.id,
    items: [{ medication: await buildMedication(server.db), quantity: 1 }],
  };
});
afterAll(() => server.close());

/** Orders of a zone that took these minutes from payment to delivery, each paid after the one before. */
async function deliver(
  zone: ZoneRow,
  minutes: number,
  orders: number,
  state: 'delivered' | 'ended' = 'ended',
) {
  for (let n = 0; n < orders; n += 1) {
    built += 1;
    const paidAt = new Date(Date.UTC(2026, 0, 1) + built * MINUTE);
    const createdAt = new Date(paidAt.getTime() + (minutes - BUILT) * MINUTE);
    await buildOrder(server.db, { ...fields, zone, state, createdAt, paidAt });
  }
}

const told = async (zone: ZoneRow) =>
  (await server.call(customer, 'GET', `/zones/${zone.id}/delivery-time`)).body.minutes;

/** Minutes from the payment to the expected time, for this reader. */
async function expectedMinutes(id: string, reader = customer) {
  const { order } = (await server.call(reader, 'GET', `/orders/${id}`)).body;
  return order.expectedAt === null
    ? null
    : (Date.parse(order.expectedAt) - Date.parse(order.paidAt)) / MINUTE;
}

async function basketIn(zone: ZoneRow): Promise<Basket> {
  const basket = await fillBasket(server);
  return { ...basket, zone, order: { ...basket.order, deliveryZone: zone.id } };
}

test('is the median of the last 50 deliveries of the zone, for the customer and for supervisors', async () => {
  const zone = await buildZone(server.db);
  // With one order more the median is 40, with one less 50.
  await deliver(zone, 20, 30);
  await deliver(zone, 40, 25);
  await deliver(zone, 50, 25, 'delivered');
  await deliver(await buildZone(server.db), 5, 8);
  expect(await told(zone)).toBe(45);
  const { _id } = await placePaidOrder(server, customer, await basketIn(zone));
  expect(await expectedMinutes(_id)).toBe(45);
  expect(await expectedMinutes(_id, supervisor)).toBe(45);
  // What a customer was told does not change with later deliveries.
  await deliver(zone, 50, 2);
  expect(await told(zone)).toBe(45);
  server.clock.advance(60);
  expect(await told(zone)).toBe(50);
  expect(await expectedMinutes(_id)).toBe(45);
});

test('is the promise after fewer than 5 deliveries, and never later than it', async () => {
  const zone = await buildZone(server.db);
  await deliver(zone, 31, 4);
  expect(await told(zone)).toBe(PROMISE);
  const first = await placePaidOrder(server, customer, await basketIn(zone));
  await deliver(zone, 31, 1);
  server.clock.advance(60);
  expect(await told(zone)).toBe(35);
  expect(await expectedMinutes(first._id)).toBe(PROMISE);

  const far = await buildZone(server.db);
  await deliver(far, 150, 5);
  expect(await told(far)).toBe(PROMISE);
});

test('is given when a read prescription is paid, and no longer once the order is delivered', async () => {
  const zone = await buildZone(server.db);
  await deliver(zone, 40, 5);
  const { id } = await buildOrder(server.db, {
    customerId: customer.row.id,
    zone,
    state: 'pre-treatment',
    itemsWrittenById: supervisor.row.id,
  });
  expect(await expectedMinutes(id)).toBeNull();
  const { transactionId } = await openPayment(server, customer, { orderId: id });
  await providerDoes(server, transactionId, 'approve');
  expect(await expectedMinutes(id)).toBe(40);
  for (const state of ['delivered', 'ended'] as const) {
    const done = await buildOrder(server.db, { ...fields, zone, state });
    expect(await expectedMinutes(done.id)).toBeNull();
  }
});

test('answers 404 for an unknown zone', async () => {
  const { status } = await server.call(customer, 'GET', `/zones/${customer.row.id}/delivery-time`);
  expect(status).toBe(404);
});

test('the usual time until a photograph is read is a median too, without orders that were not photographed', async () => {
  const time = async () => (await server.call(customer, 'GET', '/orders/reading-time')).body;
  const agent = await server.signIn('agent');
  const read = async (n: number, state: 'pre-treatment' | 'ended') => {
    // The builder's history has it read after 6 minutes.
    for (let built = 0; built < n; built += 1) {
      const { key } = await buildFile(server.db, { ownerId: customer.row.id });
      const given = { itemsWrittenById: agent.row.id, prescriptionUrl: key };
      await buildOrder(server.db, { ...(state === 'ended' ? fields : {}), ...given, state });
    }
  };
  expect(await time()).toEqual({ minutes: null });
  await read(2, 'pre-treatment');
  await read(2, 'ended');
  server.clock.advance(60);
  expect(await time()).toEqual({ minutes: null });
  await read(1, 'ended');
  server.clock.advance(60);
  expect(await time()).toEqual({ minutes: 10 });
});

test('is read again after a minute, or once the clock is set back', async () => {
  const zone = await buildZone(server.db);
  await deliver(zone, 70, 4);
  expect(await told(zone)).toBe(PROMISE);
  await deliver(zone, 70, 1);
  server.clock.advance(59);
  expect(await told(zone)).toBe(PROMISE);
  server.clock.advance(-3_600);
  expect(await told(zone)).toBe(70);
  await deliver(zone, 90, 6);
  server.clock.advance(59);
  expect(await told(zone)).toBe(70);
  server.clock.advance(1);
  expect(await told(zone)).toBe(90);
});
