import { and, eq, lte, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { prescriptions } from '../database/schema/prescriptions.ts';
import { users } from '../database/schema/users.ts';

type Users = Record<'phone' | 'type' | 'phoneProvenAt', AnyPgColumn>;

/**
 * Whether a row of `users` is the customer to whom this belongs that was written for a telephone, as SQL: `isWrittenFor` of the domain
 * (rule 49). Whatever links by telephone asks this.
 */
export const isPatient = (
  written: { readonly phone: AnyPgColumn | string; readonly at: AnyPgColumn | Date },
  holder: Users = users,
): SQL | undefined =>
  and(eq(holder.phone, written.phone), eq(holder.type, 'customer'), lte(holder.phoneProvenAt, written.at));

/** A row of `prescriptions`, for `isPatient`. A telephone that was edited later counts as written at first, which links less. */
export const asPrescribed = { phone: prescriptions.patientPhone, at: prescriptions.createdAt };

/**
 * The ids of the prescriptions whose patient this customer is, as a subquery: `isPatient`, with the customer read once and not beside
 * each prescription.
 */
export const prescribedTo = (customerId: string): SQL => {
  const holder = (column: AnyPgColumn) =>
    sql`(select ${column} from ${users} where ${users.id} = ${customerId} and ${users.type} = 'customer')`;
  return sql`select ${prescriptions.id} from ${prescriptions}
    where ${prescriptions.patientPhone} = ${holder(users.phone)} and ${holder(users.phoneProvenAt)} <= ${prescriptions.createdAt}`;
};
