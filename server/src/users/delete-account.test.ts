import { eq } from 'drizzle-orm';
import { v7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Earnings, prepareEarnings } from '../benefits/earnings.fixture.ts';
import { buildFile } from '../builders/file.ts';
import { buildInsuranceCard } from '../builders/insurance-card.ts';
import { buildOrder } from '../builders/order.ts';
import { buildPrescription } from '../builders/prescription.ts';
import { buildUser } from '../builders/user.ts';
import { insuranceCards } from '../database/schema/insurance.ts';
import { payments } from '../database/schema/payments.ts';
import { users } from '../database/schema/users.ts';
import { expectInvariants } from '../testing/invariants.ts';
import { fillBasket, openPayment, providerDoes, report, reportOf } from '../testing/pay.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';

let server: TestApp;
let admin: Visitor;
let earnings: Earnings;

beforeAll(async () => {
  server = await startTestApp();
  admin = await server.signIn('superAdmin');
  earnings = await prepareEarnings(server.db);
});
afterAll(async () => {
  await expectInvariants(server.db);
  await server.close();
});

const remove = (id: string, visitor: Visitor | null = admin) =>
  server.call(visitor, 'DELETE', `/users/${id}`);
const rowOf = async (id: string) => (await server.db.select().from(users).where(eq(users.id, id)))[0];
const superAdmins = () => server.db.select({ id: users.id }).from(users).where(eq(users.type, 'superAdmin'));

describe('a removed user', () => {
  it('without history is deleted with their session, and returns 404 the second time', async () => {
    const visitor = await server.signIn('customer');
    expect(await remove(visitor.row.id)).toMatchObject({ status: 204, body: null });
    expect(await rowOf(visitor.row.id)).toBeUndefined();
    expect((await server.call(visitor, 'GET', '/auth/me')).status).toBe(401);
    expect((await remove(visitor.row.id)).status).toBe(404);
  });

  it('with orders is erased; orders, ledger and timeline remain', async () => {
    const visitor = await server.signIn('customer', {
      email: 'a-effacer@exemple.bj',
      address: 'Cadjèhoun',
      passwordHash: 'secret',
    });
    const { id } = visitor.row;
    const order = await buildOrder(server.db, { state: 'ended', customerId: id });
    expect((await remove(id)).status).toBe(204);
    expect(await rowOf(id)).toEqual({
      ...visitor.row,
      name: 'Compte supprimé',
      foldedName: 'compte supprime',
      email: null,
      phone: null,
      address: null,
      passwordHash: null,
      active: false,
      verified: false,
    });
    expect((await server.call(visitor, 'GET', '/auth/me')).status).toBe(401);
    expect((await server.call(admin, 'GET', `/orders/${order.id}`)).body.order.customer.name).toBe(
      'Compte supprimé',
    );
    expect((await remove(id)).status).toBe(404);
    // The phone and the e-mail can be used again.
    const { name, phone, email } = visitor.row;
    const again = { name, phone, email, password: 'demo' };
    expect((await server.call(null, 'POST', '/auth/register', again)).status).toBe(201);
  });

  it('has their insurance card soft-deleted', async () => {
    const { id } = await buildUser(server.db, { type: 'customer' });
    await buildInsuranceCard(server.db, { ownerId: id });
    expect((await remove(id)).status).toBe(204);
    const [card] = await server.db.select().from(insuranceCards).where(eq(insuranceCards.ownerId, id));
    expect(card).toMatchObject({ fileKey: null, deletedAt: server.clock.now() });
  });

  it('who only uploaded a file remains as the file’s owner', async () => {
    const { id } = await buildUser(server.db, { type: 'agent' });
    await buildFile(server.db, { ownerId: id });
    expect((await remove(id)).status).toBe(204);
    expect((await rowOf(id))?.phone).toBeNull();
  });
});

describe('removal is refused', () => {
  it('while unfinished orders need the user', async () => {
    const order = await buildOrder(server.db, { state: 'delivered' });
    const waiting = await buildOrder(server.db, { state: 'pre-treatment' });
    for (const id of [order.customerId, order.pharmacyId, order.deliveryPersonId, waiting.customerId]) {
      expect(await remove(id!)).toMatchObject({ status: 409, body: { code: 'OPEN_ORDERS' } });
    }
    const doctor = await buildUser(server.db, { type: 'partnerDoctor' });
    await earnings.order(doctor.id, 1_000, 'delivered');
    expect(await remove(doctor.id)).toMatchObject({ status: 409, body: { code: 'OPEN_ORDERS' } });
  });

  it('while a payment of theirs is polled, which may still create an order', async () => {
    const customer = await server.signIn('customer');
    const { order } = await fillBasket(server);
    const { transactionId } = await openPayment(server, customer, { order });
    await providerDoes(server, transactionId, 'decline');
    const [payment] = await server.db
      .select()
      .from(payments)
      .where(eq(payments.transactionId, transactionId));
    expect(payment).toMatchObject({ status: 'failed', nextCheckAt: expect.any(Date) });
    expect(await remove(customer.row.id)).toMatchObject({ status: 409, body: { code: 'OPEN_ORDERS' } });
    await server.db
      .update(payments)
      .set({ nextCheckAt: null })
      .where(eq(payments.transactionId, transactionId));
    expect((await remove(customer.row.id)).status).toBe(204);
  });

  it('while a payment of theirs is under review, until it is decided', async () => {
    const customer = await server.signIn('customer');
    const opened = await openPayment(server, customer, { order: (await fillBasket(server)).order });
    expect((await report(server, reportOf(opened, { amount: 100 }))).status).toBe(200);
    expect(await remove(customer.row.id)).toMatchObject({ status: 409, body: { code: 'OPEN_ORDERS' } });
    const supervisor = await server.signIn('supervisor');
    const seen = `/payments/${opened.transactionId}/seen`;
    expect((await server.call(supervisor, 'POST', seen, { note: 'Remboursé' })).status).toBe(204);
    expect((await remove(customer.row.id)).status).toBe(204);
    const where = eq(payments.transactionId, opened.transactionId);
    expect(await server.db.select().from(payments).where(where)).toMatchObject([{ status: 'review' }]);
  });

  it('while a payment may be open for their prescription', async () => {
    const customer = await server.signIn('customer');
    const { number, authorId } = await buildPrescription(server.db);
    const { order } = await fillBasket(server);
    const prescription = { type: 'numerical', prescriptionNumber: number };
    await openPayment(server, customer, { order: { ...order, prescription } });
    expect(await remove(authorId)).toMatchObject({ status: 409, body: { code: 'OPEN_ORDERS' } });
    server.clock.advance(15 * 60);
    expect((await remove(authorId)).status).toBe(204);
  });

  it('while they have unpaid benefits', async () => {
    const doctor = await server.signIn('partnerDoctor', { verified: true });
    const order = await earnings.order(doctor.row.id, 1_000, 'delivered');
    await server.call(admin, 'PATCH', `/orders/${order.id}/status`, { status: 'ended' });
    expect(await remove(doctor.row.id)).toMatchObject({
      status: 409,
      body: {
        code: 'UNPAID_BENEFITS',
        message: 'Cette personne a encore des bénéfices à recevoir',
      },
    });
    const paid = await server.call(admin, 'POST', '/benefics/pay/partner', [
      { idPartner: doctor.row.id, amount: 500 },
    ]);
    expect(paid.status).toBe(200);
    expect((await remove(doctor.row.id)).status).toBe(204);
  });

  it('for a super administrator, oneself included', async () => {
    const other = await buildUser(server.db, { type: 'superAdmin' });
    const before = await superAdmins();
    for (const id of [other.id, admin.row.id])
      expect(await remove(id)).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
    expect(await superAdmins()).toEqual(before);
  });

  it('to any other caller', async () => {
    const supervisor = await server.signIn('supervisor');
    expect((await remove(supervisor.row.id, supervisor)).status).toBe(403);
    expect((await remove(supervisor.row.id, null)).status).toBe(401);
    expect((await remove(v7())).status).toBe(404);
  });
});

it('removal handles every foreign key to users', async () => {
  const { rows } = await server.pool.query<{ name: string }>(`
    select conrelid::regclass || '.' || a.attname as name from pg_constraint c
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
    where c.confrelid = 'users'::regclass and c.contype = 'f' and c.confdeltype not in ('c', 'n') order by 1`);
  expect(rows.map(({ name }) => name)).toEqual([
    'consultation_messages.sender_id',
    'consultations.doctor_id',
    'consultations.patient_id',
    'entries.beneficiary_id',
    'files.owner_id',
    'insurance_cards.checked_by_id',
    'insurance_cards.owner_id',
    'journals.actor_id',
    'medications.checked_by_id',
    'medications.created_by_id',
    'order_events.actor_id',
    'orders.agent_id',
    'orders.customer_id',
    'orders.delivery_person_id',
    'orders.items_written_by_id',
    'orders.pharmacy_id',
    'payments.customer_id',
    'payments.reviewed_by_id',
    'payouts.asked_by_id',
    'payouts.beneficiary_id',
    'prescriptions.author_id',
    'prescriptions.reserved_by_id',
    'refunds.asked_by_id',
    'refunds.customer_id',
    'refunds.settled_by_id',
    'stray_debits.closed_by_id',
  ]);
});
