import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildMedication, buildZone } from '../builders/catalogue.ts';
import { buildOrder } from '../builders/order.ts';
import { buildPrescription } from '../builders/prescription.ts';
import { buildUser } from '../builders/user.ts';
import { fileOpenings } from '../database/schema/files.ts';
import { prescriptions } from '../database/schema/prescriptions.ts';
import { elsewhere, fillBasket, openPayment, report, reportOf } from '../testing/pay.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';

let server: TestApp;
let supervisor: Visitor;
beforeAll(async () => {
  server = await startTestApp();
  supervisor = await server.signIn('supervisor');
});
afterAll(() => server.close());

const call = (phone: string, visitor = supervisor) =>
  server.call(visitor, 'GET', `/orders/caller?phone=${encodeURIComponent(phone)}`);
const callerOf = async (phone: string) => (await call(phone)).body.caller;
const at = (day: number) => new Date(Date.UTC(2026, 10, day, 9));

it('answers the latest orders and their zone, the oldest of more than three left out', async () => {
  const { id } = await buildUser(server.db, {
    type: 'customer',
    name: 'Afi Dossou',
    phone: '+2290197000011',
  });
  const zone = await buildZone(server.db, { label: 'Abomey-Calavi – Godomey', town: 'Abomey-Calavi' });
  const orders = [];
  for (const day of [1, 2, 3, 4]) {
    const state = day === 4 ? 'delivered' : 'ended';
    orders.push(
      await buildOrder(server.db, { customerId: id, state, createdAt: at(day), ...(day === 4 && { zone }) }),
    );
  }
  await buildOrder(server.db);
  expect(await callerOf('0197000011')).toEqual({
    _id: id,
    name: 'Afi Dossou',
    phone: '+2290197000011',
    deliveryZone: 'Abomey-Calavi – Godomey',
    deliveryTown: 'Abomey-Calavi',
    orders: {
      total: 4,
      latest: orders
        .reverse()
        .slice(0, 3)
        .map(({ id: _id, number, state, createdAt }) => ({
          _id,
          number,
          state,
          date: createdAt.toISOString(),
        })),
    },
    prescriptions: { active: 0, used: 0 },
    payments: { pending: 0, review: 0 },
    problem: null,
  });
});

it('finds the customer by every writing of their number only', async () => {
  const { id } = await buildUser(server.db, { type: 'customer', phone: '+2290197000012' });
  await buildUser(server.db, { type: 'pharmacy', phone: '+2290197000013' });
  for (const phone of ['97 00 00 12', '0197000012', '+229 01 97 00 00 12', '00229-97.00.00.12'])
    expect([phone, (await callerOf(phone))?._id]).toEqual([phone, id]);
  for (const phone of ['97000013', '97000014']) expect([phone, await callerOf(phone)]).toEqual([phone, null]);
  const { status, body } = await call('9700');
  expect([status, body.fields]).toEqual([422, { phone: 'Format de téléphone invalide' }]);
});

it('counts prescriptions, and answers neither codes nor medicines nor who prescribed', async () => {
  const phone = '+2290197000015';
  const { id } = await buildUser(server.db, { type: 'customer', phone });
  const medication = await buildMedication(server.db, { label: 'Secnidazole 500' });
  const items = [{ medication, quantity: 1 }];
  const build = () => buildPrescription(server.db, { patientPhone: phone, items });
  await build();
  const deleted = await build();
  const used = await build();
  await server.db
    .update(prescriptions)
    .set({ deletedAt: server.clock.now() })
    .where(eq(prescriptions.id, deleted.id));
  await buildOrder(server.db, { customerId: id, prescriptionId: used.id });
  // Written for another telephone, used by this customer.
  const other = await buildPrescription(server.db, { items });
  await buildOrder(server.db, { customerId: id, prescriptionId: other.id });
  const { body } = await call(phone);
  expect(body.caller.prescriptions).toEqual({ active: 1, used: 2 });
  expect(JSON.stringify(body)).not.toMatch(/ORD-|Secnidazole|prescriptor/);
});

it('counts open payments and those to review, until one is seen', async () => {
  const customer = await server.signIn('customer', { phone: '+2290197000016' });
  const open = async () => {
    const { order } = await fillBasket(server);
    return openPayment(server, customer, { order: elsewhere(order) });
  };
  const opened = await open();
  expect((await callerOf('97000016')).payments).toEqual({ pending: 1, review: 0 });
  await report(server, reportOf(opened, { amount: 100 }));
  expect((await callerOf('97000016')).payments).toEqual({ pending: 0, review: 1 });
  await server.call(supervisor, 'POST', `/payments/${opened.transactionId}/seen`, { note: 'Remboursé' });
  expect((await callerOf('97000016')).payments).toEqual({ pending: 0, review: 0 });
});

it('answers what a courier last reported and is not solved', async () => {
  const { id } = await buildUser(server.db, { type: 'customer', phone: '+2290197000017' });
  const courier = await server.signIn('deliveryPerson');
  const order = await buildOrder(server.db, {
    customerId: id,
    state: 'delivering',
    deliveryPersonId: courier.row.id,
  });
  const body = { reason: 'customer-absent', note: 'Portail fermé' };
  await server.call(courier, 'POST', `/orders/${order.id}/problem`, body);
  const at = server.clock.now().toISOString();
  expect((await callerOf('97000017')).problem).toEqual({ number: order.number, ...body, at });
  await server.call(supervisor, 'DELETE', `/orders/${order.id}/problem`);
  expect((await callerOf('97000017')).problem).toBeNull();
});

it('is for supervisors and the super administrator, and is recorded when it finds someone', async () => {
  const { id } = await buildUser(server.db, { type: 'customer', phone: '+2290197000018' });
  for (const type of ['customer', 'pharmacy', 'deliveryPerson', 'agent', 'partnerDoctor'] as const)
    expect((await call('97000018', await server.signIn(type))).status).toBe(403);
  const admin = await server.signIn('superAdmin');
  for (const visitor of [supervisor, admin]) expect((await call('97000018', visitor)).status).toBe(200);
  const opened = await server.db
    .select({ userId: fileOpenings.userId })
    .from(fileOpenings)
    .where(eq(fileOpenings.object, `caller:${id}`));
  expect(opened.map(({ userId }) => userId).sort()).toEqual([supervisor.row.id, admin.row.id].sort());
});

it('one person looks up sixty numbers a minute; a colleague goes on', async () => {
  const quick = await server.signIn('supervisor');
  const statuses = [];
  for (let n = 10; n < 72; n += 1) statuses.push((await call(`01980010${n}`, quick)).status);
  expect(statuses).toEqual([...Array(60).fill(200), 429, 429]);
  expect((await call('0198001099', await server.signIn('supervisor'))).status).toBe(200);
});
