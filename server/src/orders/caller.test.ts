import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { buildMedication, buildZone } from '../builders/catalogue.ts';
import { buildOrder } from '../builders/order.ts';
import { buildPrescription } from '../builders/prescription.ts';
import { buildUser, longAgo } from '../builders/user.ts';
import { fileOpenings } from '../database/schema/files.ts';
import type { OrderRow } from '../database/schema/orders.ts';
import { prescriptions } from '../database/schema/prescriptions.ts';
import { elsewhere, fillBasket, openPayment, report, reportOf } from '../testing/pay.ts';
import type { Visitor } from '../testing/test-app.ts';
import { server, startServer } from './orders.fixture.ts';

let supervisor: Visitor;

startServer({}, async () => {
  supervisor = await server.signIn('supervisor');
});

const look = (phone: string, visitor = supervisor) =>
  server.call(visitor, 'GET', `/orders/caller?phone=${encodeURIComponent(phone)}`);
const callerOf = async (phone: string) => (await look(phone)).body.caller;
const customerAt = (phone: string, name = 'Afi Dossou') =>
  buildUser(server.db, { type: 'customer', name, phone, phoneProvenAt: longAgo });

it('shows the three latest orders and the zone of the last', async () => {
  const phone = '+2290197000011';
  const { id } = await customerAt(phone);
  const zone = await buildZone(server.db, { label: 'Abomey-Calavi – Godomey', town: 'Abomey-Calavi' });
  const orders: OrderRow[] = [];
  for (const day of [1, 2, 3, 4]) {
    const latest = day === 4 ? ({ state: 'delivered', zone } as const) : ({ state: 'ended' } as const);
    const createdAt = new Date(Date.UTC(2026, 10, day, 9));
    orders.unshift(await buildOrder(server.db, { customerId: id, createdAt, ...latest }));
  }
  await buildOrder(server.db);
  const shown = ({ id: _id, number, state, createdAt }: OrderRow) => ({
    _id,
    number,
    state,
    date: createdAt,
  });
  const latest = JSON.parse(JSON.stringify(orders.slice(0, 3).map(shown)));
  expect(await callerOf('0197000011')).toEqual({
    _id: id,
    name: 'Afi Dossou',
    phone,
    deliveryZone: 'Abomey-Calavi – Godomey',
    deliveryTown: 'Abomey-Calavi',
    orders: { total: 4, latest },
    prescriptions: { active: 0, used: 0 },
    payments: { pending: 0, review: 0 },
    problem: null,
  });
});

it('finds the customer by every writing of their number only', async () => {
  const { id } = await customerAt('+2290197000012');
  await buildUser(server.db, { type: 'pharmacy', phone: '+2290197000013' });
  for (const phone of ['97 00 00 12', '0197000012', '+229 01 97 00 00 12', '00229-97.00.00.12'])
    expect([phone, (await callerOf(phone))?._id]).toEqual([phone, id]);
  for (const phone of ['97000013', '97000014']) expect([phone, await callerOf(phone)]).toEqual([phone, null]);
  const { status, body } = await look('9700');
  expect([status, body.fields]).toEqual([422, { phone: 'Format de téléphone invalide' }]);
});

it('counts prescriptions, and shows neither codes nor medicines nor who prescribed', async () => {
  const phone = '+2290197000015';
  const { id: customerId } = await customerAt(phone);
  const items = [{ medication: await buildMedication(server.db, { label: 'Secnidazole 500' }), quantity: 1 }];
  const build = (change: object = { patientPhone: phone }) =>
    buildPrescription(server.db, { ...change, items });
  await build();
  const deleted = eq(prescriptions.id, (await build()).id);
  await server.db.update(prescriptions).set({ deletedAt: server.clock.now() }).where(deleted);
  // The second was written for another telephone, and used by this customer.
  for (const { id: prescriptionId } of [await build(), await build({})])
    await buildOrder(server.db, { customerId, prescriptionId, items });
  const { body } = await look(phone);
  expect(body.caller.prescriptions).toEqual({ active: 1, used: 2 });
  expect(JSON.stringify(body)).not.toMatch(/ORD-|Secnidazole|prescriptor/);
});

it('counts open payments and those to review, until one is closed', async () => {
  const customer = await server.signIn('customer', { phone: '+2290197000016' });
  const payments = async () => (await callerOf('97000016')).payments;
  const { order } = await fillBasket(server);
  const opened = await openPayment(server, customer, { order: elsewhere(order) });
  expect(await payments()).toEqual({ pending: 1, review: 0 });
  await report(server, reportOf(opened, { amount: 100 }));
  expect(await payments()).toEqual({ pending: 0, review: 1 });
  await server.call(supervisor, 'POST', `/payments/${opened.transactionId}/seen`, { note: 'Remboursé' });
  expect(await payments()).toEqual({ pending: 0, review: 0 });
});

it('shows the last problem that a courier reported and that is not solved', async () => {
  const { id: customerId } = await customerAt('+2290197000017');
  const courier = await server.signIn('deliveryPerson');
  const delivering = { state: 'delivering', deliveryPersonId: courier.row.id } as const;
  const { id, number } = await buildOrder(server.db, { customerId, ...delivering });
  const problem = { reason: 'customer-absent', note: 'Portail fermé' };
  await server.call(courier, 'POST', `/orders/${id}/problem`, problem);
  const at = server.clock.now().toISOString();
  expect((await callerOf('97000017')).problem).toEqual({ number, ...problem, at });
  await server.call(supervisor, 'DELETE', `/orders/${id}/problem`);
  expect((await callerOf('97000017')).problem).toBeNull();
});

it('is recorded when it finds someone', async () => {
  const { id } = await customerAt('+2290197000018');
  const admin = await server.signIn('superAdmin');
  for (const visitor of [supervisor, admin]) expect((await look('97000018', visitor)).status).toBe(200);
  const ofThis = eq(fileOpenings.object, `caller:${id}`);
  const opened = await server.db.select().from(fileOpenings).where(ofThis);
  expect(opened.map(({ userId }) => userId).sort()).toEqual([supervisor.row.id, admin.row.id].sort());
});

it('looks up sixty numbers a minute for one person; a colleague goes on', async () => {
  const quick = await server.signIn('supervisor');
  const statuses = [];
  for (let n = 10; n < 72; n += 1) statuses.push((await look(`01980010${n}`, quick)).status);
  expect(statuses).toEqual([...Array(60).fill(200), 429, 429]);
  expect((await look('0198001099', await server.signIn('supervisor'))).status).toBe(200);
});
