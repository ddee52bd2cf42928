import type { UserType } from '@amasin/domain/contract/user-type.ts';
import { eq, sql } from 'drizzle-orm';
import { v7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Earnings, prepareEarnings } from '../benefits/earnings.fixture.ts';
import { buildAddress } from '../builders/address.ts';
import { buildMedication } from '../builders/catalogue.ts';
import { buildFile } from '../builders/file.ts';
import { buildInsuranceCard } from '../builders/insurance-card.ts';
import { buildOrder } from '../builders/order.ts';
import { buildPrescription } from '../builders/prescription.ts';
import { buildUser, longAgo } from '../builders/user.ts';
import { insuranceCards } from '../database/schema/insurance.ts';
import { payments } from '../database/schema/payments.ts';
import { smsMessages } from '../database/schema/sms.ts';
import { users } from '../database/schema/users.ts';
import { warnings } from '../database/schema/warnings.ts';
import { sendRefunds } from '../payments/refund.ts';
import { sendSms } from '../sms/send.ts';
import { phoneChangedWords } from '../sms/texts.ts';
import { expectInvariants } from '../testing/invariants.ts';
import {
  type Basket,
  fillBasket,
  openPayment,
  placePaidOrder,
  providerDoes,
  report,
  reportOf,
} from '../testing/pay.ts';
import { payOff } from '../testing/pay-off.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';
import { findTraces } from '../testing/traces.ts';
import { storeAllergies } from './allergy-queries.ts';
import { buildHeld } from './held-order.fixture.ts';

let server: TestApp;
/** The super administrator who deletes. */
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

const remove = (id: string) => server.call(admin, 'DELETE', `/users/${id}`);
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
  const refused = (code: string) => ({ status: 409, body: { code } });
  const decide = async (transactionId: string) => {
    const path = `/payments/${transactionId}/seen`;
    const seen = await server.call(await server.signIn('supervisor'), 'POST', path, { note: 'Remboursé' });
    expect(seen.status).toBe(204);
  };
  const openFor = async (order: object = {}) => {
    const { row, ...session } = await server.signIn('customer');
    const basket = await fillBasket(server);
    const opened = await openPayment(server, { row, ...session }, { order: { ...basket.order, ...order } });
    const where = eq(payments.transactionId, opened.transactionId);
    return { id: row.id, opened, where };
  };

  it('while unfinished orders need the user', async () => {
    const order = await buildOrder(server.db, { state: 'delivered' });
    const waiting = await buildOrder(server.db, { state: 'pre-treatment' });
    const doctor = await buildUser(server.db, { type: 'partnerDoctor' });
    await earnings.order(doctor.id, 1_000, 'delivered');
    const holder = await buildUser(server.db, { type: 'deliveryPerson' });
    await buildHeld(server.db, holder.id);
    const people = [
      order.customerId,
      order.pharmacyId,
      order.deliveryPersonId,
      waiting.customerId,
      doctor.id,
      holder.id,
    ];
    for (const id of people) expect(await remove(id!)).toMatchObject(refused('OPEN_ORDERS'));
  });

  it.each([
    ['answers, for an hour', null, 'pending', 60],
    ['has declined and may try again, while the portal is open', 'decline', 'failed', 15],
  ] as const)('while their operator %s; it is asked for longer', async (_, behaviour, status, minutes) => {
    const { id, opened, where } = await openFor();
    if (behaviour !== null) await providerDoes(server, opened.transactionId, behaviour);
    server.clock.advance(minutes * 60 - 1);
    expect(await remove(id)).toMatchObject(refused('OPEN_ORDERS'));
    server.clock.advance(1);
    expect((await remove(id)).status).toBe(204);
    const [payment] = await server.db.select().from(payments).where(where);
    expect(payment).toMatchObject({ status, nextCheckAt: expect.any(Date) });
  });

  it('no longer than that: money that comes after it is put under review, and is paid back', async () => {
    const { id, opened, where } = await openFor();
    server.clock.advance(3600);
    expect((await remove(id)).status).toBe(204);
    expect((await report(server, reportOf(opened))).status).toBe(200);
    const late = { status: 'review', reviewReason: 'customer-removed' };
    expect(await server.db.select().from(payments).where(where)).toMatchObject([late]);
  });

  it('while a payment of theirs is under review, until it is decided', async () => {
    const { id, opened, where } = await openFor();
    expect((await report(server, reportOf(opened, { amount: 100 }))).status).toBe(200);
    expect(await remove(id)).toMatchObject(refused('OPEN_ORDERS'));
    await decide(opened.transactionId);
    expect((await remove(id)).status).toBe(204);
    expect(await server.db.select().from(payments).where(where)).toMatchObject([{ status: 'review' }]);
  });

  it('while a payment may be open for their prescription', async () => {
    const { number, authorId } = await buildPrescription(server.db);
    await openFor({ prescription: { type: 'numerical', prescriptionNumber: number } });
    expect(await remove(authorId)).toMatchObject(refused('OPEN_ORDERS'));
    server.clock.advance(15 * 60);
    expect((await remove(authorId)).status).toBe(204);
  });

  it('while they have unpaid benefits', async () => {
    const { row: doctor } = await server.signIn('partnerDoctor', { verified: true });
    await earnings.order(doctor.id, 1_000);
    const { status, body } = await remove(doctor.id);
    expect([status, body.code]).toEqual([409, 'UNPAID_BENEFITS']);
    expect(body.message).toBe('Cette personne a encore des bénéfices à recevoir');
    const list = [{ idPartner: doctor.id, amount: 500 }];
    expect((await server.call(admin, 'POST', '/benefics/pay/partner', list)).status).toBe(200);
    expect((await remove(doctor.id)).status).toBe(204);
  });

  it('for a super administrator, oneself included, and for an unknown account', async () => {
    const other = await buildUser(server.db, { type: 'superAdmin' });
    const before = await superAdmins();
    for (const id of [other.id, admin.row.id])
      expect(await remove(id)).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
    expect(await superAdmins()).toEqual(before);
    expect((await remove(v7())).status).toBe(404);
  });
});

const referencesOf = async (deletes: string) => {
  const { rows } = await server.pool.query<{ name: string; columns: string[] }>(
    `
    select conrelid::regclass::text as name, array_agg(a.attname::text order by a.attname) as columns from pg_constraint c
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
    where c.confrelid = 'users'::regclass and c.contype = 'f' and c.confdeltype = any($1) group by 1`,
    [[...deletes]],
  );
  return Object.fromEntries(rows.map(({ name, columns }) => [name, columns]));
};

it('removal handles every foreign key to users', async () => {
  const expected = {
    claim_lines: ['changed_by_id'],
    consultation_messages: ['sender_id'],
    consultations: ['doctor_id', 'patient_id'],
    entries: ['beneficiary_id'],
    feedback: ['handled_by_id'],
    files: ['owner_id'],
    inquiries: ['pharmacy_id'],
    insurance_cards: ['checked_by_id', 'owner_id'],
    journals: ['actor_id'],
    medications: ['checked_by_id', 'created_by_id'],
    order_events: ['actor_id'],
    orders: [
      'agent_id',
      'customer_id',
      'delivery_person_id',
      'held_by_id',
      'items_written_by_id',
      'pharmacy_id',
    ],
    payments: ['customer_id', 'reviewed_by_id'],
    payouts: ['asked_by_id', 'beneficiary_id'],
    prescriptions: ['author_id', 'reserved_by_id'],
    recall_pharmacies: ['pharmacy_id'],
    recall_recipients: ['customer_id'],
    recalls: ['created_by_id', 'lifted_by_id'],
    refunds: ['asked_by_id', 'customer_id', 'settled_by_id'],
    reports: ['taken_by_id'],
    stray_debits: ['closed_by_id'],
    substitutions: ['checked_by_id', 'decided_by_id', 'prescriber_id', 'proposed_by_id'],
    warnings: ['seen_by_id'],
  };
  expect(await referencesOf('ar')).toEqual(expected);
  // What only names a removed person stays without her; all other rows go with her.
  expect(await referencesOf('n')).toEqual({ orders: ['wished_pharmacy_id'] });
});

describe('what remains of a person', () => {
  const GONE = 'Compte supprimé';
  /** The personal data of the removed user only. */
  const personalData = { name: 'Sourou', folded: 'kpedjo', phone: '52998877', address: 'Maison jaune' };

  let supervisor: Visitor;
  let customer: Visitor;
  let pharmacy: Visitor;
  let courier: Visitor;
  let basket: Basket;

  beforeAll(async () => {
    supervisor = await server.signIn('supervisor');
    pharmacy = await server.signIn('pharmacy');
    courier = await server.signIn('deliveryPerson');
    basket = await fillBasket(server);
  });
  beforeEach(async () => {
    customer = await server.signIn('customer');
  });

  const signInPerson = (type: UserType) =>
    server.signIn(type, {
      phoneProvenAt: longAgo,
      name: 'Sourou Kpèdjo',
      phone: '+2290152998877',
      email: 'sourou@exemple.bj',
      address: 'Maison jaune',
      ...(type === 'pharmacy' && { pharmacist: 'Sourou Kpèdjo' }),
    });
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

  /** Removes a person, of whom no row may then contain personal data. */
  async function expectForgotten({ row }: Visitor): Promise<void> {
    expect((await remove(row.id)).status).toBe(204);
    expect(await findTraces(server, personalData)).toEqual({});
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
      const asked = sql`portal || jsonb_build_object('phone', ${person.row.phone}::text)`;
      await server.db
        .update(payments)
        .set({ payingPhone: person.row.phone, operator: 'mtn', portal: asked })
        .where(eq(payments.transactionId, transactionId));
      await providerDoes(server, transactionId, 'approve');
      await completeOrder(id);
      const direct = { ...basket, order: { ...basket.order, deliveryAddress: 'Maison jaune, au fond' } };
      await completeOrder((await placePaidOrder(server, person, direct))._id);
      await storeAllergies(server.db, { userId: person.row.id, words: 'Iode, écrit Sourou', writtenAt: at });
      await server.db.insert(warnings).values({
        orderId: id,
        rule: 'allergy',
        medications: [basket.medication.id],
        raisedAt: at,
        seenAt: at,
        seenById: pharmacy.row.id,
        reason: 'other',
        note: 'Sourou en a déjà pris',
      });

      await expectForgotten(person);
      const { order } = (await server.call(supervisor, 'GET', `/orders/${id}`)).body;
      expect(order).toMatchObject({
        customer: { name: GONE },
        deliveryAddress: 'Adresse supprimée',
        prescription: { items: [{ quantity: 3 }] },
      });
      const { prescriptions } = (await server.call(agent, 'GET', '/prescriptions')).body;
      expect(prescriptions).toMatchObject([{ patientName: GONE, used: true }]);
    });

    it('leaves nothing in a prescription of our staff and in a waiting SMS, though no row refers to them', async () => {
      const person = await signInPerson('customer');
      const agent = await server.signIn('agent');
      const { name: patientName, phone } = person.row;
      const body = { ...basket.order.prescription, patientName, patientPhone: phone };
      expect((await server.call(agent, 'POST', '/prescriptions', body)).status).toBe(201);
      await sendSms(server.ctx, server.db, { to: phone!, words: phoneChangedWords('') });
      await expectForgotten(person);
      expect(await rowOf(person.row.id)).toBeUndefined();
      expect(await server.db.select().from(smsMessages)).toEqual([]);
    });

    it('leaves nothing of what was noted when an order of theirs was cancelled', async () => {
      const person = await signInPerson('customer');
      const { _id: id } = await placePaidOrder(server, person, basket);
      const body = { reason: 'unreachable', note: 'Sourou ne répond pas au 52998877' };
      expect((await server.call(supervisor, 'POST', `/orders/${id}/cancellation`, body)).status).toBe(200);
      await sendRefunds(server.ctx);
      await expectForgotten(person);
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
      expect((await remove(customer.row.id)).status).toBe(204);
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

      expect((await remove(person.row.id)).body.code).toBe('UNPAID_BENEFITS');
      await payOff(server, admin, person.row.id);
      await expectForgotten(person);
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

      await expectForgotten(person);
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

      await expectForgotten(person);
    });
  });

  it('notices that name the account go with it, and those of a namesake stay', async () => {
    const name = 'Pharmacie du Lac';
    const inbox = async () =>
      (await server.call(supervisor, 'GET', '/notifications')).body.notifications
        .map(({ message }: { message: string }) => message)
        .filter((message: string) => message.includes(name));
    const { id } = await buildUser(server.db, { type: 'pharmacy', name });
    const order = await buildOrder(server.db, { state: 'pending', pharmacyId: id });
    await server.call(admin, 'PATCH', `/users/${id}/toggle-active`, { active: false });
    expect(await inbox()).toHaveLength(1);
    const namesake = await server.signIn('customer', { name });
    expect((await remove(namesake.row.id)).status).toBe(204);
    expect(await inbox()).toHaveLength(1);
    await server.call(admin, 'PATCH', `/users/${id}/toggle-active`, { active: true });
    const assigned = await assign(order.id, { pharmacy: pharmacy.row.id, replaces: id });
    expect(assigned.status).toBe(200);
    expect((await remove(id)).status).toBe(204);
    expect(await inbox()).toEqual([]);
  });

  describe('a removed prescriber', () => {
    it('has their unused prescriptions soft-deleted', async () => {
      const { number, authorId } = await buildPrescription(server.db);
      const look = () => server.call(customer, 'GET', `/prescriptions/search/${number}`);
      expect((await look()).status).toBe(200);
      expect((await remove(authorId)).status).toBe(204);
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
});
