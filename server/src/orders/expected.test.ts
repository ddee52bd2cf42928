import { MINUTE_MS } from '@amasin/domain/contract/time.ts';
import { expect, it } from 'vitest';
import { buildMedication, buildZone } from '../builders/catalogue.ts';
import { buildFile } from '../builders/file.ts';
import { buildOrder, type OrderFields } from '../builders/order.ts';
import type { ZoneRow } from '../database/schema/places.ts';
import { fillBasket, openPayment, placePaidOrder, providerDoes } from '../testing/pay.ts';
import type { Visitor } from '../testing/test-app.ts';
import { buildUnpaid, readOrder, server, signInAll, startServer } from './orders.fixture.ts';

const PROMISE = 120;
/** Minutes from the creation of an order to its delivery, in the builder's history. */
const BUILT = 62;

let customer: Visitor;
let supervisor: Visitor;
let fields: Partial<OrderFields>;
let built = 0;

startServer({}, async () => {
  const types = { pharmacy: 'pharmacy', courier: 'deliveryPerson' } as const;
  const { pharmacy, courier } = await signInAll(types);
  ({ customer, supervisor } = await signInAll({ customer: 'customer', supervisor: 'supervisor' }));
  fields = {
    customerId: customer.row.id,
    pharmacyId: pharmacy.row.id,
    deliveryPersonId: courier.row.id,
    items: [{ medication: await buildMedication(server.db), quantity: 1 }],
  };
});

/** Orders of a zone that took these minutes from payment to delivery, each paid after the one before. */
async function deliver(
  zone: ZoneRow,
  minutes: number,
  count: number,
  state = 'ended' as 'delivered' | 'ended',
) {
  for (let n = 0; n < count; n += 1) {
    built += 1;
    const paidAt = new Date(Date.UTC(2026, 0, 1) + built * MINUTE_MS);
    const createdAt = new Date(paidAt.getTime() + (minutes - BUILT) * MINUTE_MS);
    await buildOrder(server.db, { ...fields, zone, state, createdAt, paidAt });
  }
}

/** The minutes that a customer reads before the order. */
const usual = async (zone: ZoneRow) =>
  (await server.call(customer, 'GET', `/zones/${zone.id}/delivery-time`)).body.minutes;
/** Minutes from the payment to the expected time, for this reader. */
async function expectedMinutes(id: string, reader = customer) {
  const { expectedAt, paidAt } = await readOrder(id, reader);
  return expectedAt === null ? null : (Date.parse(expectedAt) - Date.parse(paidAt)) / MINUTE_MS;
}
async function placeIn(zone: ZoneRow) {
  const basket = await fillBasket(server);
  const order = { ...basket.order, deliveryZone: zone.id };
  return (await placePaidOrder(server, customer, { ...basket, zone, order }))._id;
}

it('is the median of the last 50 deliveries of the zone, for the customer and for supervisors', async () => {
  const zone = await buildZone(server.db);
  // With one order more the median is 40, with one less 50.
  await deliver(zone, 20, 30);
  await deliver(zone, 40, 25);
  await deliver(zone, 50, 25, 'delivered');
  await deliver(await buildZone(server.db), 5, 8);
  expect(await usual(zone)).toBe(45);
  const id = await placeIn(zone);
  for (const reader of [customer, supervisor]) expect(await expectedMinutes(id, reader)).toBe(45);
  // An order's own time does not change with later deliveries.
  await deliver(zone, 50, 2);
  expect(await usual(zone)).toBe(45);
  server.clock.advance(60);
  expect([await usual(zone), await expectedMinutes(id)]).toEqual([50, 45]);
});

it('is the promise after fewer than 5 deliveries, and never later than it', async () => {
  const zone = await buildZone(server.db);
  await deliver(zone, 31, 4);
  expect(await usual(zone)).toBe(PROMISE);
  const id = await placeIn(zone);
  await deliver(zone, 31, 1);
  server.clock.advance(60);
  expect([await usual(zone), await expectedMinutes(id)]).toEqual([35, PROMISE]);
  const far = await buildZone(server.db);
  await deliver(far, 150, 5);
  expect(await usual(far)).toBe(PROMISE);
});

it('is given when a read prescription is paid, and no longer once the order is delivered', async () => {
  const zone = await buildZone(server.db);
  await deliver(zone, 40, 5);
  const { id } = await buildUnpaid(customer, await server.signIn('agent'), { zone });
  expect(await expectedMinutes(id)).toBeNull();
  const { transactionId } = await openPayment(server, customer, { orderId: id });
  await providerDoes(server, transactionId, 'approve');
  expect(await expectedMinutes(id)).toBe(40);
  for (const state of ['delivered', 'ended'] as const) {
    const done = await buildOrder(server.db, { ...fields, zone, state });
    expect(await expectedMinutes(done.id)).toBeNull();
  }
});

it('is not found for an unknown zone', async () => {
  const { status } = await server.call(customer, 'GET', `/zones/${customer.row.id}/delivery-time`);
  expect(status).toBe(404);
});

it('has a median for the reading of a photograph too, without orders that were not photographed', async () => {
  const time = async () => {
    server.clock.advance(60);
    return (await server.call(customer, 'GET', '/orders/reading-time')).body.minutes;
  };
  const agent = await server.signIn('agent');
  // The builder's history has it read after 10 minutes.
  const read = async (count: number, state: 'pre-treatment' | 'ended') => {
    for (let n = 0; n < count; n += 1) {
      const { key: prescriptionUrl } = await buildFile(server.db, {
        ownerId: customer.row.id,
        boundAt: server.clock.now(),
      });
      const given = { itemsWrittenById: agent.row.id, prescriptionUrl, state };
      await buildOrder(server.db, { ...fields, ...(state === 'pre-treatment' && unassigned), ...given });
    }
  };
  const unassigned = { pharmacyId: null, deliveryPersonId: null };
  expect(await time()).toBeNull();
  await read(2, 'pre-treatment');
  await read(2, 'ended');
  expect(await time()).toBeNull();
  await read(1, 'ended');
  expect(await time()).toBe(10);
});

it('is read again after a minute', async () => {
  const zone = await buildZone(server.db);
  await deliver(zone, 70, 4);
  expect(await usual(zone)).toBe(PROMISE);
  await deliver(zone, 70, 1);
  server.clock.advance(59);
  expect(await usual(zone)).toBe(PROMISE);
  server.clock.advance(1);
  expect(await usual(zone)).toBe(70);
});
