import type { UserType } from '@amasin/domain/users/user-type.ts';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildAddress } from '../builders/address.ts';
import { buildMedication } from '../builders/catalogue.ts';
import { buildFile } from '../builders/file.ts';
import { buildOrder } from '../builders/order.ts';
import { buildPrescription } from '../builders/prescription.ts';
import { users } from '../database/schema/users.ts';
import { sendRefunds } from '../payments/refund.ts';
import { expectInvariants } from '../testing/invariants.ts';
import { type Basket, fillBasket, openPayment, placePaidOrder, providerDoes } from '../testing/pay.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';

const GONE = 'Compte supprimé';
/** Matches the personal data of the removed user only. */
const PERSONAL_DATA = /Sourou|Kp[èe]djo|52998877|Maison jaune/i;

let server: TestApp;
let admin: Visitor;
let supervisor: Visitor;
let customer: Visitor;
let pharmacy: Visitor;
let courier: Visitor;
let basket: Basket;

beforeAll(async () => {
  server = await startTestApp();
  admin = await server.signIn('superAdmin');
  supervisor = await server.signIn('supervisor');
  pharmacy = await server.signIn('pharmacy');
  courier = await server.signIn('deliveryPerson');
  basket = await fillBasket(server);
});
beforeEach(async () => {
  customer = await server.signIn('customer');
});
afterAll(async () => {
  await expectInvariants(server.db);
  await server.close();
});

const signInPerson = (type: UserType) =>
  server.signIn(type, {
    name: 'Sourou Kpèdjo',
    phone: '+2290152998877',
    email: 'sourou@exemple.bj',
    address: 'Maison jaune',
    ...(type === 'pharmacy' && { pharmacist: 'Sourou Kpèdjo' }),
  });
const remove = async ({ row }: Visitor) => (await server.call(admin, 'DELETE', `/users/${row.id}`)).status;
const assign = (orderId: string, body: object) =>
  server.call(supervisor, 'PATCH', `/orders/${orderId}/assign`, body);
const move = (who: Visitor, orderId: string, state: string) =>
  server.call(who, 'PATCH', `/orders/${orderId}/status`, { state });

/** Takes an order from paid to ended with this pharmacy and courier. */
async function completeOrder(orderId: string, by = { pharmacy, courier }): Promise<void> {
  await assign(orderId, { pharmacy: by.pharmacy.row.id });
  await assign(orderId, { deliveryPerson: by.courier.row.id });
  await move(by.courier, orderId, 'delivering');
  await move(by.courier, orderId, 'delivered');
  expect((await move(supervisor, orderId, 'ended')).body.order.state).toBe('ended');
}

/** The assignments of the timeline: who was replaced, and by whom. */
async function assignmentsOf(orderId: string): Promise<[string | null, string][]> {
  const { body } = await server.call(supervisor, 'GET', `/orders/${orderId}/timeline`);
  const lines: { action: string; from: string | null; to: string }[] = body.timeline;
  return lines.filter(({ action }) => /^(assign|replace)-/.test(action)).map(({ from, to }) => [from, to]);
}

/** Every row of the database that still contains personal data. */
async function rowsWithPersonalData(): Promise<string[]> {
  const { rows: tables } = await server.pool.query<{ name: string }>(
    `select quote_ident(tablename) as name from pg_tables where schemaname = 'public'`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await server.pool.query<{ row: string }>(`select t::text as row from ${name} t`);
    found.push(...rows.filter(({ row }) => PERSONAL_DATA.test(row)).map(({ row }) => `${name}: ${row}`));
  }
  return found;
}

describe('a removed customer', () => {
  it('leaves no name, phone or address in orders, payments and digitized prescriptions', async () => {
    const person = await signInPerson('customer');
    await buildAddress(server.db, { ownerId: person.row.id, address: 'Maison jaune' });
    const agent = await server.signIn('agent');
    const at = server.clock.now();
    const { key } = await buildFile(server.db, { ownerId: person.row.id, boundAt: at });
    const { id } = await buildOrder(server.db, {
      state: 'pre-treatment',
      items: [],
      customerId: person.row.id,
      prescriptionUrl: key,
      address: 'Maison jaune',
    });
    const prescription = { ...basket.order.prescription };
    expect((await server.call(agent, 'PUT', `/orders/${id}`, { prescription })).status).toBe(200);
    const { transactionId } = await openPayment(server, person, { orderId: id });
    await providerDoes(server, transactionId, 'approve');
    await completeOrder(id);
    const direct = { ...basket, order: { ...basket.order, deliveryAddress: 'Maison jaune, au fond' } };
    await completeOrder((await placePaidOrder(server, person, direct))._id);

    expect(await remove(person)).toBe(204);
    expect(await rowsWithPersonalData()).toEqual([]);
    const { order } = (await server.call(supervisor, 'GET', `/orders/${id}`)).body;
    expect(order).toMatchObject({
      customer: { name: GONE },
      deliveryAddress: 'Adresse supprimée',
      prescription: { items: [{ quantity: 3 }] },
    });
    const { prescriptions } = (await server.call(agent, 'GET', '/prescriptions')).body;
    expect(prescriptions).toMatchObject([{ patientName: GONE, used: true }]);
  });

  it('leaves nothing of what was noted when an order of theirs was cancelled', async () => {
    const person = await signInPerson('customer');
    const { _id: id } = await placePaidOrder(server, person, basket);
    const body = { reason: 'unreachable', note: 'Sourou ne répond pas au 52998877' };
    expect((await server.call(supervisor, 'POST', `/orders/${id}/cancellation`, body)).status).toBe(200);
    await sendRefunds(server.ctx);
    expect(await remove(person)).toBe(204);
    expect(await rowsWithPersonalData()).toEqual([]);
    const { order } = (await server.call(supervisor, 'GET', `/orders/${id}`)).body;
    expect(order).toMatchObject({ cancelReason: 'unreachable', cancelNote: null });
  });

  it('remains in the prescriptions that a partner wrote', async () => {
    const doctor = await server.signIn('partnerDoctor', { verified: true });
    const { number } = await buildPrescription(server.db, {
      authorId: doctor.row.id,
      patientName: 'Afi Kpadé',
    });
    const prescription = { type: 'numerical', prescriptionNumber: number };
    const { transactionId } = await openPayment(server, customer, {
      order: { ...basket.order, prescription },
    });
    await providerDoes(server, transactionId, 'approve');
    const [{ _id }] = (await server.call(customer, 'GET', '/orders')).body.orders;
    await completeOrder(_id);
    expect(await remove(customer)).toBe(204);
    const { prescriptions } = (await server.call(doctor, 'GET', '/prescriptions/my')).body;
    expect(prescriptions).toMatchObject([{ patientName: 'Afi Kpadé' }]);
  });
});

describe('a removed user to whom orders were assigned', () => {
  it.each(['pharmacy', 'deliveryPerson'] as const)('%s: the timeline has no name', async (type) => {
    const person = await signInPerson(type);
    const { _id: id } = await placePaidOrder(server, customer, basket);
    await completeOrder(id, { pharmacy, courier, [type === 'pharmacy' ? 'pharmacy' : 'courier']: person });
    const before = await assignmentsOf(id);
    expect(before).toContainEqual([null, 'Sourou Kpèdjo']);

    expect(await remove(person)).toBe(204);
    expect(await rowsWithPersonalData()).toEqual([]);
    expect(await assignmentsOf(id)).toEqual(
      before.map(([from, to]) => [from, to === 'Sourou Kpèdjo' ? GONE : to]),
    );
  });

  it('who was replaced remains in both assignments of the timeline, without a name', async () => {
    const person = await signInPerson('deliveryPerson');
    const { _id: id } = await placePaidOrder(server, customer, basket);
    await assign(id, { pharmacy: pharmacy.row.id });
    await assign(id, { deliveryPerson: person.row.id });
    await assign(id, { deliveryPerson: courier.row.id, replaces: person.row.id });

    expect(await remove(person)).toBe(204);
    expect(await rowsWithPersonalData()).toEqual([]);
    expect((await assignmentsOf(id)).slice(1)).toEqual([
      [null, GONE],
      [GONE, courier.row.name],
    ]);
  });

  it('who replaced another leaves no name in the notification of the other', async () => {
    const person = await signInPerson('deliveryPerson');
    const { _id: id } = await placePaidOrder(server, customer, basket);
    await assign(id, { pharmacy: pharmacy.row.id });
    await assign(id, { deliveryPerson: courier.row.id });
    await assign(id, { deliveryPerson: person.row.id, replaces: courier.row.id });
    await assign(id, { deliveryPerson: courier.row.id, replaces: person.row.id });

    expect(await remove(person)).toBe(204);
    expect(await rowsWithPersonalData()).toEqual([]);
  });
});

describe('a removed prescriber', () => {
  it('has their unused prescriptions soft-deleted', async () => {
    const { number, authorId } = await buildPrescription(server.db);
    const look = () => server.call(customer, 'GET', `/prescriptions/search/${number}`);
    expect((await look()).status).toBe(200);
    expect((await server.call(admin, 'DELETE', `/users/${authorId}`)).status).toBe(204);
    expect((await look()).body.code).toBe('NO_PRESCRIPTION');
    const prescription = { type: 'numerical', prescriptionNumber: number };
    const opened = await server.call(customer, 'POST', '/payments', {
      order: { ...basket.order, prescription },
    });
    expect(opened.body.code).toBe('PRESCRIPTION_USED');
  });

  it('earns nothing: the platform gets the whole commission', async () => {
    const doctor = await server.signIn('partnerDoctor', { verified: true });
    const items = [{ medication: await buildMedication(server.db), quantity: 2 }];
    const written = await buildPrescription(server.db, { authorId: doctor.row.id, items });
    const { id } = await buildOrder(server.db, { state: 'delivered', prescriptionId: written.id, items });
    // Only possible for a user who was removed before OPEN_ORDERS was checked.
    await server.db.update(users).set({ phone: null }).where(eq(users.id, doctor.row.id));
    await move(supervisor, id, 'ended');
    const { benefic } = (await server.call(supervisor, 'POST', `/benefics/calculateBenefics/${id}`)).body;
    expect(benefic).toEqual({ orderId: id, commission: 200, partner: null, platform: 200 });
  });
});
