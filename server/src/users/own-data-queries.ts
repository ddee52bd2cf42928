import {
  type AnyColumn,
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  gt,
  inArray,
  isNotNull,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database } from '../database/database.ts';
import { constantLimit } from '../database/paging.ts';
import { addresses } from '../database/schema/addresses.ts';
import { consultationMessages, consultations } from '../database/schema/consultations.ts';
import { feedback } from '../database/schema/feedback.ts';
import { files } from '../database/schema/files.ts';
import { insuranceCards } from '../database/schema/insurance.ts';
import { medications } from '../database/schema/medications.ts';
import { notifications } from '../database/schema/notifications.ts';
import { orderEvents, orderItems, orders } from '../database/schema/orders.ts';
import { payLinks } from '../database/schema/pay-links.ts';
import { payments } from '../database/schema/payments.ts';
import { payoutAccounts, payouts } from '../database/schema/payouts.ts';
import { zones } from '../database/schema/places.ts';
import { prescriptionItems, prescriptions } from '../database/schema/prescriptions.ts';
import { recallRecipients, recalls } from '../database/schema/recalls.ts';
import { refunds } from '../database/schema/refunds.ts';
import { reports } from '../database/schema/reports.ts';
import { sessions } from '../database/schema/sessions.ts';
import { smsMessages } from '../database/schema/sms.ts';
import { users } from '../database/schema/users.ts';
import { warnings } from '../database/schema/warnings.ts';
import { keepsPrescription } from '../scopes/prescriptions.ts';

/** A row in a history: its time, and its id among those of the same time. */
export interface Position {
  readonly at: Date;
  readonly id: string;
}

/** Rows are read in parts of this many: a message may have 4,000 letters. */
export const PART = 100;
const part = constantLimit(PART);

// Each reads rows of one person; those of a history in parts, the latest first.

const olderThan = (position: Position | null, at: AnyColumn, id: AnyColumn) =>
  position === null ? undefined : sql`(${at}, ${id}) < (${position.at.toISOString()}, ${position.id})`;

export const findOwnAddresses = (db: Database, id: string, after: Position | null) =>
  db
    .select({ ...getTableColumns(addresses), zone: zones.label })
    .from(addresses)
    .innerJoin(zones, eq(zones.id, addresses.zoneId))
    .where(and(eq(addresses.ownerId, id), olderThan(after, addresses.createdAt, addresses.id)))
    .orderBy(desc(addresses.createdAt), desc(addresses.id))
    .limit(part);

const pharmacy = alias(users, 'pharmacy');
const courier = alias(users, 'courier');

export const findOwnOrders = (db: Database, id: string, after: Position | null) =>
  db
    .select({ order: orders, pharmacy: pharmacy.name, courier: courier.name })
    .from(orders)
    .leftJoin(pharmacy, eq(pharmacy.id, orders.pharmacyId))
    .leftJoin(courier, eq(courier.id, orders.deliveryPersonId))
    .where(and(eq(orders.customerId, id), olderThan(after, orders.createdAt, orders.id)))
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(part);

export const findOrderItems = (db: Database, orderIds: readonly string[]) =>
  db
    .select()
    .from(orderItems)
    .where(inArray(orderItems.orderId, [...orderIds]))
    .orderBy(asc(orderItems.orderId), asc(orderItems.position));

export const findOrderEvents = (db: Database, orderIds: readonly string[]) =>
  db
    .select({ ...getTableColumns(orderEvents), actorType: users.type })
    .from(orderEvents)
    .leftJoin(users, eq(users.id, orderEvents.actorId))
    .where(inArray(orderEvents.orderId, [...orderIds]))
    .orderBy(asc(orderEvents.at), asc(orderEvents.id));

export const findOrderWarnings = (db: Database, orderIds: readonly string[]) =>
  db
    .select()
    .from(warnings)
    .where(inArray(warnings.orderId, [...orderIds]))
    .orderBy(asc(warnings.raisedAt), asc(warnings.rule));

export const findOwnPayments = (db: Database, id: string, after: Position | null) =>
  db
    .select({ ...getTableColumns(payments), number: orders.number })
    .from(payments)
    .leftJoin(orders, eq(orders.id, payments.orderId))
    .where(and(eq(payments.customerId, id), olderThan(after, payments.createdAt, payments.id)))
    .orderBy(desc(payments.createdAt), desc(payments.id))
    .limit(part);

export const findOwnPayLinks = (db: Database, id: string, after: Position | null) =>
  db
    .select()
    .from(payLinks)
    .where(and(eq(payLinks.customerId, id), olderThan(after, payLinks.createdAt, payLinks.id)))
    .orderBy(desc(payLinks.createdAt), desc(payLinks.id))
    .limit(part);

export const findOwnRefunds = (db: Database, id: string, after: Position | null) =>
  db
    .select()
    .from(refunds)
    .where(and(eq(refunds.customerId, id), olderThan(after, refunds.askedAt, refunds.id)))
    .orderBy(desc(refunds.askedAt), desc(refunds.id))
    .limit(part);

/** What a customer has answered; not that she was asked. */
export const findOwnFeedback = (db: Database, id: string, after: Position | null) =>
  db
    .select({
      ...getTableColumns(feedback),
      answeredAt: sql<Date>`${feedback.answeredAt}`.mapWith(feedback.answeredAt),
      number: orders.number,
    })
    .from(feedback)
    .innerJoin(orders, eq(orders.id, feedback.orderId))
    .where(
      and(
        eq(orders.customerId, id),
        isNotNull(feedback.answeredAt),
        olderThan(after, feedback.answeredAt, feedback.id),
      ),
    )
    .orderBy(desc(feedback.answeredAt), desc(feedback.id))
    .limit(part);

export const findOwnReports = (db: Database, id: string, after: Position | null) =>
  db
    .select({ report: reports, number: orders.number })
    .from(reports)
    .innerJoin(orders, eq(orders.id, reports.orderId))
    .where(and(eq(orders.customerId, id), olderThan(after, reports.createdAt, reports.id)))
    .orderBy(desc(reports.createdAt), desc(reports.id))
    .limit(part);

/** Prescriptions of which a customer has made an order that keeps them: nobody checked that the telephone of another one is theirs. */
export const findOwnPrescriptions = (db: Database, id: string, after: Position | null) =>
  db
    .select({ prescription: prescriptions, prescriber: users.name, orderId: orders.id, order: orders.number })
    .from(orders)
    .innerJoin(prescriptions, eq(prescriptions.id, orders.prescriptionId))
    .innerJoin(users, eq(users.id, prescriptions.authorId))
    .where(
      and(eq(orders.customerId, id), keepsPrescription, olderThan(after, prescriptions.createdAt, orders.id)),
    )
    .orderBy(desc(prescriptions.createdAt), desc(orders.id))
    .limit(part);

export const findPrescriptionItems = (db: Database, prescriptionIds: readonly string[]) =>
  db
    .select()
    .from(prescriptionItems)
    .where(inArray(prescriptionItems.prescriptionId, [...prescriptionIds]))
    .orderBy(asc(prescriptionItems.prescriptionId), asc(prescriptionItems.position));

export const findOwnConsultations = (db: Database, id: string, after: Position | null) =>
  db
    .select({ consultation: consultations, doctor: users.name })
    .from(consultations)
    .leftJoin(users, eq(users.id, consultations.doctorId))
    .where(and(eq(consultations.patientId, id), olderThan(after, consultations.createdAt, consultations.id)))
    .orderBy(desc(consultations.createdAt), desc(consultations.id))
    .limit(part);

/** Messages of a consultation, the oldest first. */
export const findMessages = (db: Database, consultationId: string, afterSeq: number) =>
  db
    .select()
    .from(consultationMessages)
    .where(
      and(eq(consultationMessages.consultationId, consultationId), gt(consultationMessages.seq, afterSeq)),
    )
    .orderBy(asc(consultationMessages.seq))
    .limit(part);

export const findOwnCards = (db: Database, id: string, after: Position | null) =>
  db
    .select()
    .from(insuranceCards)
    .where(and(eq(insuranceCards.ownerId, id), olderThan(after, insuranceCards.createdAt, insuranceCards.id)))
    .orderBy(desc(insuranceCards.createdAt), desc(insuranceCards.id))
    .limit(part);

export const findOwnFiles = (db: Database, id: string, after: Position | null) =>
  db
    .select()
    .from(files)
    .where(and(eq(files.ownerId, id), olderThan(after, files.createdAt, files.key)))
    .orderBy(desc(files.createdAt), desc(files.key))
    .limit(part);

export const findOwnNotifications = (db: Database, id: string, after: Position | null) =>
  db
    .select()
    .from(notifications)
    .where(and(eq(notifications.userId, id), olderThan(after, notifications.createdAt, notifications.id)))
    .orderBy(desc(notifications.createdAt), desc(notifications.id))
    .limit(part);

/** Messages about a customer's orders and consultations; those with a code belong to no account. */
export function findOwnSms(db: Database, id: string, after: Position | null) {
  const among = (ids: SQL) => sql`${smsMessages.about} in (${ids})`;
  return db
    .select()
    .from(smsMessages)
    .where(
      and(
        or(
          among(sql`select id from orders where customer_id = ${id}`),
          among(sql`select id from consultations where patient_id = ${id}`),
          among(sql`select id from recall_recipients where customer_id = ${id}`),
        ),
        olderThan(after, smsMessages.createdAt, smsMessages.id),
      ),
    )
    .orderBy(desc(smsMessages.createdAt), desc(smsMessages.id))
    .limit(part);
}

export const findOwnRecalls = (db: Database, id: string) =>
  db
    .select({ recall: recalls, recipient: recallRecipients, label: medications.label, order: orders.number })
    .from(recallRecipients)
    .innerJoin(recalls, eq(recalls.id, recallRecipients.recallId))
    .innerJoin(medications, eq(medications.id, recalls.medicationId))
    .innerJoin(orders, eq(orders.id, recallRecipients.orderId))
    .where(eq(recallRecipients.customerId, id))
    .orderBy(desc(recalls.createdAt), desc(recalls.id));

export const findOwnSessions = (db: Database, id: string, after: Position | null) =>
  db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, id), olderThan(after, sessions.createdAt, sessions.tokenHash)))
    .orderBy(desc(sessions.createdAt), desc(sessions.tokenHash))
    .limit(part);

export const findOwnPayoutAccounts = (db: Database, id: string) =>
  db.select().from(payoutAccounts).where(eq(payoutAccounts.userId, id));

export const findOwnPayouts = (db: Database, id: string, after: Position | null) =>
  db
    .select()
    .from(payouts)
    .where(and(eq(payouts.beneficiaryId, id), olderThan(after, payouts.askedAt, payouts.id)))
    .orderBy(desc(payouts.askedAt), desc(payouts.id))
    .limit(part);
