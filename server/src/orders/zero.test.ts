import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { buildZone } from '../builders/catalogue.ts';
import { buildFile } from '../builders/file.ts';
import { buildInsuranceCard } from '../builders/insurance-card.ts';
import { buildPrescription } from '../builders/prescription.ts';
import { buildUser } from '../builders/user.ts';
import { zones } from '../database/schema/places.ts';
import { fillBasket, openPayment, readPayment, report, reportOf } from '../testing/pay.ts';
import type { Visitor } from '../testing/test-app.ts';
import {
  balancesOf,
  orderRow,
  payOrder,
  readOrder,
  server,
  setState,
  signInAll,
  startServer,
} from './orders.fixture.ts';

// Zero is a value: a fee of 0 is no missing fee, whichever way the order is placed.

let people: Record<'customer' | 'agent' | 'supervisor', Visitor>;

startServer({}, async () => {
  people = await signInAll({ customer: 'customer', agent: 'agent', supervisor: 'supervisor' });
});

/** Pays and confirms, and reads the order. */
async function paid(open: Awaited<ReturnType<typeof openPayment>>) {
  await report(server, reportOf(open));
  const { orderId } = await readPayment(server, people.customer, open.transactionId);
  return readOrder(orderId!, people.customer);
}

async function free() {
  const zone = await buildZone(server.db, { price: 0 });
  const basket = await fillBasket(server);
  return { zone, order: { ...basket.order, deliveryZone: zone.id } };
}

it('an order in a zone that costs nothing has no fee: bought without prescription', async () => {
  const { order } = await free();
  const bought = await paid(await openPayment(server, people.customer, { order }));
  expect(bought.deliveryFee).toBe(0);
  expect(bought.totalAmount).toBe(bought.medicinesAmount + bought.commission);
  const balances = await balancesOf(bought._id);
  expect(balances.courier ?? 0).toBe(0);
  expect(balances.pharmacy).toBe(-bought.medicinesAmount);
});

it('an order in a zone that costs nothing has no fee: by the code of a prescription', async () => {
  const { zone } = await free();
  const doctor = await buildUser(server.db, { type: 'partnerDoctor' });
  const { number } = await buildPrescription(server.db, { authorId: doctor.id });
  const order = {
    prescription: { type: 'numerical', prescriptionNumber: number },
    deliveryZone: zone.id,
    deliveryAddress: 'Lot 7, Akpakpa',
  };
  const bought = await paid(await openPayment(server, people.customer, { order }));
  expect([bought.deliveryFee, bought.totalAmount]).toEqual([0, bought.medicinesAmount + bought.commission]);
});

it('an order in a zone that costs nothing has no fee: photographed, read, paid, and cancelled with its money', async () => {
  const { zone } = await free();
  const { key } = await buildFile(server.db, { ownerId: people.customer.row.id, category: 'prescription' });
  const placed = await server.call(people.customer, 'POST', '/orders', {
    prescription: { type: 'physical', url: key },
    deliveryZone: zone.id,
    deliveryAddress: 'Lot 7, Akpakpa',
  });
  expect([placed.status, placed.body.order.deliveryFee]).toEqual([201, 0]);
  const { _id } = placed.body.order;
  const { medication } = await fillBasket(server);
  const items = [{ medicationId: medication.id, quantity: 2 }];
  const prescription = { type: 'numerical', items };
  expect((await server.call(people.agent, 'PUT', `/orders/${_id}`, { prescription })).status).toBe(200);
  // A fee that the zone gets later is not this order's.
  await server.db.update(zones).set({ price: 500 }).where(eq(zones.id, zone.id));
  const { medicines, commission, total } = await orderRow(_id);
  expect(total).toBe(medicines! + commission!);
  const opened = (await payOrder(people.customer, _id)).body;
  await report(server, reportOf(opened));
  expect(await orderRow(_id)).toMatchObject({ state: 'pending', deliveryFee: 0, paid: total });
  const cancel = { reason: 'unavailable' };
  const { body } = await server.call(people.supervisor, 'POST', `/orders/${_id}/cancellation`, cancel);
  expect(body.order.refund).toMatchObject({ amount: total });
  expect((await balancesOf(_id)).courier ?? 0).toBe(0);
});

it('a card of 100 % in a zone that costs nothing leaves 10 % of the medicines to pay', async () => {
  const { order } = await free();
  const card = await buildInsuranceCard(server.db, {
    ownerId: people.customer.row.id,
    rate: 100,
    verified: true,
  });
  const opened = await openPayment(server, people.customer, { order: { ...order, insuranceCard: card.id } });
  const bought = await paid(opened);
  expect(bought).toMatchObject({
    deliveryFee: 0,
    totalAmount: bought.commission,
    insuranceReduction: bought.medicinesAmount,
  });
});

it.each([0, -1, 0.5])('a quantity of %s is refused, and nothing is opened', async (quantity) => {
  const { order } = await free();
  const [item] = order.prescription.items;
  const body = {
    order: { ...order, prescription: { ...order.prescription, items: [{ ...item, quantity }] } },
  };
  expect((await server.call(people.customer, 'POST', '/payments', body)).status).toBe(422);
});

it('a total of 0 sent by the browser is a wrong total, not a missing one', async () => {
  const { order } = await free();
  const { status, body } = await server.call(people.customer, 'POST', '/payments', {
    order: { ...order, finalAmount: 0 },
  });
  expect([status, body.code]).toEqual([409, 'AMOUNT_CHANGED']);
});

it('an unpaid order in a zone that costs nothing is cancelled for nothing', async () => {
  const { zone } = await free();
  const { key } = await buildFile(server.db, { ownerId: people.customer.row.id, category: 'prescription' });
  const { body } = await server.call(people.customer, 'POST', '/orders', {
    prescription: { type: 'physical', url: key },
    deliveryZone: zone.id,
    deliveryAddress: 'Lot 7, Akpakpa',
  });
  const { body: after } = await setState(people.customer, body.order._id, 'cancelled');
  expect(after.order).toMatchObject({ state: 'cancelled', deliveryFee: 0, refund: null });
});
