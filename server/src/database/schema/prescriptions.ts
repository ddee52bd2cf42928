import { fixedReasons } from '@amasin/domain/orders/substitution.ts';
import { closings, REPEAT_DAYS_MAX, REPEATS_MAX } from '@amasin/domain/prescriptions/line.ts';
import { AGE_MONTHS_MAX, prescriptionTypes } from '@amasin/domain/prescriptions/prescription.ts';
import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { latestFirst, moment, oneOf, primaryId, reference } from './columns.ts';
import { files } from './files.ts';
import { itemColumns } from './medications.ts';
import { users } from './users.ts';

/** A prescription: available, reserved by a payment, or used up by its orders (rules 17 to 20, 52). */
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
    /** The patient's age when it was written; null when the prescriber did not write it. */
    patientMonths: integer('patient_months'),
    url: text('url').references(() => files.key),
    /** Incremented when its items are rewritten: a payment buys the version it was opened for. */
    version: integer('version').notNull().default(1),
    /** When its prices were frozen (rule 2). */
    pricedAt: moment('priced_at').notNull(),
    reservedById: reference('reserved_by_id', () => users.id),
    reservedUntil: moment('reserved_until'),
    /** When nothing could be ordered of it any more; null again when boxes of it came back. */
    usedAt: moment('used_at'),
    /**
     * The order that took what remained. Its foreign key is only in the migration, because the two tables would import each other.
     */
    usedById: uuid('used_by_id'),
    /** Why no more is given of it, while something remains. */
    closing: text('closing', { enum: closings }),
    /** When its patient was told that the validity of what remains ends soon. */
    endToldAt: moment('end_told_at'),
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
    check(
      'prescriptions_patient_months',
      sql`${t.patientMonths} between 0 and ${sql.raw(String(AGE_MONTHS_MAX))}`,
    ),
    check('prescriptions_version', sql`${t.version} > 0`),
    check('prescriptions_reservation', sql`(${t.reservedById} is null) = (${t.reservedUntil} is null)`),
    check('prescriptions_closing_known', oneOf(t.closing, closings)),
    check('prescriptions_closed', sql`${t.closing} is null or ${t.usedAt} is not null`),
    check('prescriptions_use', sql`${t.usedById} is null or ${t.usedAt} is not null`),
    check('prescriptions_used_stays', sql`${t.usedAt} is null or ${t.deletedAt} is null`),
    check(
      'prescriptions_erased',
      sql`${t.erasedAt} is null or ${t.usedAt} is not null or ${t.deletedAt} is not null`,
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
        sql`${t.checkAskedAt} is not null and ${t.checkedAt} is null and ${t.usedAt} is null and ${t.deletedAt} is null`,
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
    /** How often it is given again, and after how many days. */
    repeats: integer('repeats').notNull().default(0),
    repeatDays: integer('repeat_days'),
    /** From this day on it is no longer given; null in older rows. */
    deliverBefore: date('deliver_before', { mode: 'string' }),
    /** A customer may take fewer boxes than were prescribed. */
    maySplit: boolean('may_split').notNull().default(false),
    /** Why no other medicine may be given instead (rule 53); null when one may. */
    fixedReason: text('fixed_reason', { enum: fixedReasons }),
  },
  (t) => [
    primaryKey({ columns: [t.prescriptionId, t.position] }),
    check('prescription_items_repeats', sql`${t.repeats} between 0 and ${sql.raw(String(REPEATS_MAX))}`),
    check(
      'prescription_items_repeat_days',
      sql`${t.repeatDays} is null or ${t.repeats} > 0 and ${t.repeatDays} between 1 and ${sql.raw(String(REPEAT_DAYS_MAX))}`,
    ),
    check('prescription_items_fixed', oneOf(t.fixedReason, fixedReasons)),
    index('prescription_items_end').on(t.deliverBefore).where(sql`${t.deliverBefore} is not null`),
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
