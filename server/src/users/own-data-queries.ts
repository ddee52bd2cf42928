import { MAX_EXPORTED } from '@amasin/domain/contract/counted.ts';
import { asc, desc, eq, getTableColumns, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database } from '../database/database.ts';
import { constantLimit } from '../database/paging.ts';
import { addresses } from '../database/schema/addresses.ts';
import { consultationMessages, consultations } from '../database/schema/consultations.ts';
import { files } from '../database/schema/files.ts';
import { insuranceCards } from '../database/schema/insurance.ts';
import { notifications } from '../database/schema/notifications.ts';
import { orderEvents, orderItems, orders } from '../database/schema/orders.ts';
import { payments } from '../database/schema/payments.ts';
import { payoutAccounts, payouts } from '../database/schema/payouts.ts';
import { zones } from '../database/schema/places.ts';
import { prescriptionItems, prescriptions } from '../database/schema/prescriptions.ts';
import { refunds } from '../database/schema/refunds.ts';
import { sessions } from '../database/schema/sessions.ts';
import { smsMessages } from '../database/schema/sms.ts';
import { users } from '../database/schema/users.ts';

// Each reads rows of one person, the latest first, as many as a list that is downloaded has at most.
const most = constantLimit(MAX_EXPORTED);

export const findOwnAddresses = (db: Database, id: string) =>
  db
    .select({ ...getTableColumns(addresses), zone: zones.label })
    .from(addresses)
    .innerJoin(zones, eq(zones.id, addresses.zoneId))
    .where(eq(addresses.ownerId, id))
    .orderBy(desc(addresses.createdAt))
    .limit(most);

const pharmacy = alias(users, 'pharmacy');
const courier = alias(users, 'courier');

export const findOwnOrders = (db: Database, id: string) =>
  db
    .select({ order: orders, pharmacy: pharmacy.name, courier: courier.name })
    .from(orders)
    .leftJoin(pharmacy, eq(pharmacy.id, orders.pharmacyId))
    .leftJoin(courier, eq(courier.id, orders.deliveryPersonId))
    .where(eq(orders.customerId, id))
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(most);

export const findOwnOrderItems = (db: Database, id: string) =>
  db
    .select(getTableColumns(orderItems))
    .from(orderItems)
    .innerJoin(orders, eq(orders.id, orderItems.orderId))
    .where(eq(orders.customerId, id))
    .orderBy(asc(orderItems.orderId), asc(orderItems.position));

export const findOwnOrderEvents = (db: Database, id: string) =>
  db
    .select({ ...getTableColumns(orderEvents), actorType: users.type })
    .from(orderEvents)
    .innerJoin(orders, eq(orders.id, orderEvents.orderId))
    .leftJoin(users, eq(users.id, orderEvents.actorId))
    .where(eq(orders.customerId, id))
    .orderBy(asc(orderEvents.at), asc(orderEvents.id));

export const findOwnPayments = (db: Database, id: string) =>
  db
    .select({ ...getTableColumns(payments), number: orders.number })
    .from(payments)
    .leftJoin(orders, eq(orders.id, payments.orderId))
    .where(eq(payments.customerId, id))
    .orderBy(desc(payments.createdAt), desc(payments.id))
    .limit(most);

export const findOwnRefunds = (db: Database, id: string) =>
  db
    .select()
    .from(refunds)
    .where(eq(refunds.customerId, id))
    .orderBy(desc(refunds.askedAt), desc(refunds.id))
    .limit(most);

/** Prescriptions of which a customer has made an order: nobody checked that the telephone of another one is theirs. */
export const findOwnPrescriptions = (db: Database, id: string) =>
  db
    .select({ prescription: prescriptions, prescriber: users.name, order: orders.number })
    .from(orders)
    .innerJoin(prescriptions, eq(prescriptions.id, orders.prescriptionId))
    .innerJoin(users, eq(users.id, prescriptions.authorId))
    .where(eq(orders.customerId, id))
    .orderBy(desc(prescriptions.createdAt), desc(prescriptions.id))
    .limit(most);

export const findOwnPrescriptionItems = (db: Database, id: string) =>
  db
    .select()
    .from(prescriptionItems)
    .where(
      sql`${prescriptionItems.prescriptionId} in (select prescription_id from orders where customer_id = ${id})`,
    )
    .orderBy(asc(prescriptionItems.prescriptionId), asc(prescriptionItems.position));

export const findOwnConsultations = (db: Database, id: string) =>
  db
    .select({ consultation: consultations, doctor: users.name })
    .from(consultations)
    .leftJoin(users, eq(users.id, consultations.doctorId))
    .where(eq(consultations.patientId, id))
    .orderBy(desc(consultations.createdAt), desc(consultations.id))
    .limit(most);

export const findOwnMessages = (db: Database, id: string) =>
  db
    .select(getTableColumns(consultationMessages))
    .from(consultationMessages)
    .innerJoin(consultations, eq(consultations.id, consultationMessages.consultationId))
    .where(eq(consultations.patientId, id))
    .orderBy(asc(consultationMessages.consultationId), asc(consultationMessages.seq));

export const findOwnCards = (db: Database, id: string) =>
  db
    .select()
    .from(insuranceCards)
    .where(eq(insuranceCards.ownerId, id))
    .orderBy(desc(insuranceCards.createdAt))
    .limit(most);

export const findOwnFiles = (db: Database, id: string) =>
  db.select().from(files).where(eq(files.ownerId, id)).orderBy(desc(files.createdAt)).limit(most);

export const findOwnNotifications = (db: Database, id: string) =>
  db
    .select()
    .from(notifications)
    .where(eq(notifications.userId, id))
    .orderBy(desc(notifications.createdAt))
    .limit(most);

/** Messages about a customer's orders and consultations; those with a code belong to no account. */
export function findOwnSms(db: Database, id: string) {
  const among = (ids: SQL) => sql`${smsMessages.about} in (${ids})`;
  return db
    .select()
    .from(smsMessages)
    .where(
      or(
        among(sql`select id from orders where customer_id = ${id}`),
        among(sql`select id from consultations where patient_id = ${id}`),
      ),
    )
    .orderBy(desc(smsMessages.createdAt))
    .limit(most);
}

export const findOwnSessions = (db: Database, id: string) =>
  db.select().from(sessions).where(eq(sessions.userId, id)).orderBy(desc(sessions.createdAt)).limit(most);

export const findOwnPayoutAccounts = (db: Database, id: string) =>
  db.select().from(payoutAccounts).where(eq(payoutAccounts.userId, id));

export const findOwnPayouts = (db: Database, id: string) =>
  db.select().from(payouts).where(eq(payouts.beneficiaryId, id)).orderBy(desc(payouts.askedAt)).limit(most);
