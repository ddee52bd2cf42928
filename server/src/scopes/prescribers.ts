import { type SQL, sql } from 'drizzle-orm';
import { prescriptions } from '../database/schema/prescriptions.ts';

const isAuthor = sql`prescriber.id = ${prescriptions.authorId} and prescriber.type = 'partnerDoctor'`;

/**
 * Whether a row of `prescriptions` was written by a prescriber whose account is deactivated or deleted, as SQL: while it is unused,
 * it is neither found nor paid (rule 39).
 */
export const isWithdrawn: SQL<boolean> = sql`exists (select from users prescriber where ${isAuthor} and not prescriber.active)`;

/**
 * Whether a row of `prescriptions` waits for an in-house pharmacist, as SQL: its prescriber is not verified, it has a medicine on
 * prescription only, and it was not approved as it is now (rule 39).
 */
export const awaitsCheck: SQL<boolean> = sql`(${prescriptions.checkedAt} is null
  and exists (select from users prescriber where ${isAuthor} and not prescriber.verified)
  and exists (select from prescription_items line join medications medicine on medicine.id = line.medication_id
    where line.prescription_id = ${prescriptions.id} and medicine.requires_prescription and medicine.deleted_at is null))`;
