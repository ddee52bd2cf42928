import { prescriptionTypes } from '@amasin/domain/prescriptions/prescription.ts';
import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { latestFirst, moment, oneOf, primaryId, reference } from './columns.ts';
import { files } from './files.ts';
import { itemColumns } from './medications.ts';
import { users } from './users.ts';

/** A prescription: available, reserved by a payment or used by one order (rules 17 to 20). */
export const prescriptions = pgTable(
  'prescriptions',
  {
    id: primaryId(),
    type: text('type', { enum: prescriptionTypes }).notNull(),
    /** `ORD-` and 8 digits from a secure random source. */
    number: text('number').notNull(),
    authorId: reference('author_id', () => users.id).notNull(),
    /** An idempotency number chosen by the author's client. */
    clientRef: text('client_ref'),
    /** SHA-256 of the first content sent with `clientRef`; null in older rows. */
    contentDigest: text('content_digest'),
    patientName: text('patient_name').notNull(),
    /** The patient's name in lower case without accents, for searches. */
    foldedName: text('folded_name').notNull().generatedAlwaysAs(sql`folded(patient_name)`),
    patientPhone: text('patient_phone').notNull(),
    url: text('url').references(() => files.key),
    /** Incremented when its items are rewritten: a payment buys the version it was opened for. */
    version: integer('version').notNull().default(1),
    /** When its prices were frozen (rule 2). */
    pricedAt: moment('priced_at').notNull(),
    reservedById: reference('reserved_by_id', () => users.id),
    reservedUntil: moment('reserved_until'),
    /**
     * The order that used it; written once, with that order. Its foreign key is only in the migration,
     * because the two tables would import each other.
     */
    usedById: uuid('used_by_id'),
    usedAt: moment('used_at'),
    /** The person who wrote the items of its order, unless its author did: they see it too. A trigger on `orders` writes it. */
    readerId: uuid('reader_id'),
    /** When the in-house pharmacists were asked to check it, and when one approved it as it is now (rule 39). */
    checkAskedAt: moment('check_asked_at'),
    checkedAt: moment('checked_at'),
    createdAt: moment('created_at').notNull(),
    deletedAt: moment('deleted_at'),
    /** Set when its retention ended, which erased its patient and its medicines (decision 75). */
    erasedAt: moment('erased_at'),
  },
  (t) => [
    check('prescriptions_type', oneOf(t.type, prescriptionTypes)),
    check('prescriptions_number_form', sql`${t.number} ~ '^ORD-[0-9]{8}$'`),
    check('prescriptions_version', sql`${t.version} > 0`),
    check('prescriptions_reservation', sql`(${t.reservedById} is null) = (${t.reservedUntil} is null)`),
    check('prescriptions_use', sql`(${t.usedById} is null) = (${t.usedAt} is null)`),
    check('prescriptions_used_stays', sql`${t.usedById} is null or ${t.deletedAt} is null`),
    check(
      'prescriptions_erased',
      sql`${t.erasedAt} is null or ${t.usedById} is not null or ${t.deletedAt} is not null`,
    ),
    uniqueIndex('prescriptions_number_unique').on(t.number),
    uniqueIndex('prescriptions_client_ref_unique').on(t.authorId, t.clientRef),
    uniqueIndex('prescriptions_used_by_unique').on(t.usedById),
    uniqueIndex('prescriptions_url_unique').on(t.url),
    index('prescriptions_author').on(t.authorId, ...latestFirst(t)),
    index('prescriptions_reader')
      .on(t.readerId, ...latestFirst(t))
      .where(sql`${t.readerId} is not null`),
    // « À vérifier »: few among many.
    index('prescriptions_to_check')
      .on(t.checkAskedAt)
      .where(
        sql`${t.checkAskedAt} is not null and ${t.checkedAt} is null and ${t.usedById} is null and ${t.deletedAt} is null`,
      ),
    index('prescriptions_date').on(...latestFirst(t)),
    index('prescriptions_phone').on(t.patientPhone),
    index('prescriptions_trigrams')
      .using('gin', sql`${t.foldedName} gin_trgm_ops`, sql`${t.number} gin_trgm_ops`)
      .with({ fastupdate: false }),
  ],
);

export type PrescriptionRow = typeof prescriptions.$inferSelect;

/**
 * The prescribed medicines, at the prices of `pricedAt`. An order has its own copy (decisions 5 and 6).
 */
export const prescriptionItems = pgTable(
  'prescription_items',
  {
    prescriptionId: reference('prescription_id', () => prescriptions.id).notNull(),
    ...itemColumns(),
  },
  (t) => [
    primaryKey({ columns: [t.prescriptionId, t.position] }),
    // These items wait for a price.
    index('prescription_items_waiting').on(t.medicationId).where(sql`${t.price} = 0`),
    check('prescription_items_quantity', sql`${t.quantity} between 1 and 999`),
    // 0: its medicine is not checked yet.
    check('prescription_items_price', sql`${t.price} >= 0`),
    check('prescription_items_posology', sql`length(${t.posology}) between 1 and 120`),
    check('prescription_items_duration', sql`length(${t.duration}) between 1 and 60`),
  ],
);

/** Customers who looked up or tried to pay a prescription before its prices were checked: they are told when they can. */
export const prescriptionWatchers = pgTable(
  'prescription_watchers',
  {
    prescriptionId: reference('prescription_id', () => prescriptions.id).notNull(),
    customerId: reference('customer_id', () => users.id, { onDelete: 'cascade' }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.prescriptionId, t.customerId] })],
);
