import { sql } from 'drizzle-orm';
import { check, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { moment, oneOf, primaryId } from './columns.ts';
import { users } from './users.ts';

export const prescriptionTypes = ['numerical', 'physical'] as const;

/** A prescription. Its items, once attached to an order, are the order's. */
export const prescriptions = pgTable(
  'prescriptions',
  {
    id: primaryId(),
    type: text('type', { enum: prescriptionTypes }).notNull(),
    /** `ORD-` and 8 digits from a secure random source (RULES 17). */
    number: text('number').notNull(),
    authorId: uuid('author_id')
      .notNull()
      .references(() => users.id),
    patientName: text('patient_name').notNull(),
    patientPhone: text('patient_phone').notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (t) => [
    check('prescriptions_type', oneOf(t.type, prescriptionTypes)),
    check('prescriptions_number_form', sql`${t.number} ~ '^ORD-[0-9]{8}$'`),
    uniqueIndex('prescriptions_number_unique').on(t.number),
  ],
);
