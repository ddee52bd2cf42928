import type { FixedReason } from '@amasin/domain/orders/substitution.ts';
import {
  beforeSubstitution,
  type OpenSubstitution,
  type SubstitutionState,
} from '@amasin/domain/orders/substitution.ts';
import { and, asc, eq, inArray, lte, ne, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database } from '../database/database.ts';
import { type MedicationRow, medications } from '../database/schema/medications.ts';
import { isOpenSubstitution } from '../database/schema/order-conditions.ts';
import { orderItems, orders, type SubstitutionRow, substitutions } from '../database/schema/orders.ts';
import { prescriptionItems, prescriptions } from '../database/schema/prescriptions.ts';
import { users } from '../database/schema/users.ts';
import { visible } from '../medications/queries.ts';

/** Finds the medicines of this form that have as many letters of substances: those that may be equivalent, the cheapest first. */
export function findAlike(db: Database, { form, substanceText }: MedicationRow): Promise<MedicationRow[]> {
  return db
    .select()
    .from(medications)
    .where(
      and(
        visible(true),
        eq(medications.form, form),
        // Two names may stand in another order.
        sql`length(${medications.substanceText}) = ${substanceText?.length ?? 0}`,
      ),
    )
    .orderBy(asc(medications.price), asc(medications.id));
}

export async function findMedicine(db: Database, id: string): Promise<MedicationRow | null> {
  const [row] = await db.select().from(medications).where(eq(medications.id, id));
  return row ?? null;
}

/** Finds a medicine that can be ordered. */
export async function findOrderable(db: Database, id: string): Promise<MedicationRow | null> {
  const [row] = await db
    .select()
    .from(medications)
    .where(and(eq(medications.id, id), visible(true)));
  return row ?? null;
}

/** Finds why the prescriber of a line forbids another medicine; null when it may be given. */
export async function findFixedReason(
  db: Database,
  prescriptionId: string,
  medicationId: string,
): Promise<FixedReason | null> {
  const [row] = await db
    .select({ reason: prescriptionItems.fixedReason })
    .from(prescriptionItems)
    .where(
      and(
        eq(prescriptionItems.prescriptionId, prescriptionId),
        eq(prescriptionItems.medicationId, medicationId),
        sql`${prescriptionItems.fixedReason} is not null`,
      ),
    );
  return row?.reason ?? null;
}

/** Finds the prescriber who can be asked about a line: the author of the prescription, if one with an account that is used. */
export async function findPrescriber(db: Database, prescriptionId: string): Promise<string | null> {
  const [row] = await db
    .select({ id: users.id })
    .from(prescriptions)
    .innerJoin(users, eq(users.id, prescriptions.authorId))
    .where(and(eq(prescriptions.id, prescriptionId), eq(users.type, 'partnerDoctor'), users.active));
  return row?.id ?? null;
}

export async function insertSubstitution(
  tx: Database,
  row: typeof substitutions.$inferInsert,
): Promise<void> {
  await tx.insert(substitutions).values(row);
}

/** Ends the open proposal of an order, if it has one. */
export async function endSubstitution(tx: Database, orderId: string): Promise<void> {
  await tx
    .update(substitutions)
    .set({ state: 'ended' })
    .where(and(eq(substitutions.orderId, orderId), isOpenSubstitution(substitutions)));
}

/** Ends the open proposals to give a medicine, of which no lot is given any more. */
export async function endSubstitutionsBy(tx: Database, medicationId: string): Promise<void> {
  await tx
    .update(substitutions)
    .set({ state: 'ended' })
    .where(and(eq(substitutions.medicationId, medicationId), isOpenSubstitution(substitutions)));
}

/** Locks a medicine against its recall, in the order of locks before prescriptions and orders. @returns whether it is recalled */
export async function keepMedicine(tx: Database, id: string): Promise<boolean> {
  const [row] = await tx
    .select({ recalled: medications.recalled })
    .from(medications)
    .where(eq(medications.id, id))
    .for('key share');
  return row?.recalled ?? false;
}

/** Moves a proposal on. @returns null when it is not in this state any more */
export async function moveSubstitution(
  tx: Database,
  id: string,
  from: readonly OpenSubstitution[],
  change: Partial<typeof substitutions.$inferInsert> & { state: SubstitutionState },
): Promise<SubstitutionRow | null> {
  const before = beforeSubstitution(change.state);
  if (!from.every((state) => before.includes(state))) throw new Error(`no ${change.state} after ${from}`);
  const [row] = await tx
    .update(substitutions)
    .set(change)
    .where(and(eq(substitutions.id, id), inArray(substitutions.state, [...from])))
    .returning();
  return row ?? null;
}

/** Finds the last proposal for an order. */
export async function findLastSubstitution(db: Database, orderId: string): Promise<SubstitutionRow | null> {
  const [row] = await db
    .select()
    .from(substitutions)
    .where(eq(substitutions.orderId, orderId))
    .orderBy(sql`${substitutions.proposedAt} desc, ${substitutions.id} desc`)
    .limit(1);
  return row ?? null;
}

/** Finds whether a prescriber has named this medicine for a line of an order. */
export async function isNamed(
  db: Database,
  { orderId, position, medicationId }: Pick<SubstitutionRow, 'orderId' | 'position' | 'medicationId'>,
): Promise<boolean> {
  const found = await db
    .select({ id: substitutions.id })
    .from(substitutions)
    .where(
      and(
        eq(substitutions.orderId, orderId),
        eq(substitutions.position, position),
        eq(substitutions.namedId, medicationId),
      ),
    )
    .limit(1);
  return found.length > 0;
}

/** Finds whether the prescriber of a line wants no other medicine for it. */
export async function isNoneWanted(db: Database, orderId: string, position: number): Promise<boolean> {
  const found = await db
    .select({ id: substitutions.id })
    .from(substitutions)
    .where(
      and(
        eq(substitutions.orderId, orderId),
        eq(substitutions.position, position),
        eq(substitutions.answer, 'none'),
      ),
    )
    .limit(1);
  return found.length > 0;
}

/** Gives another medicine on a line of an order. */
export async function giveInstead(
  tx: Database,
  {
    orderId,
    position,
    prescribedId,
    prescribedLabel,
    medicationId,
    label,
  }: Pick<
    SubstitutionRow,
    'orderId' | 'position' | 'prescribedId' | 'prescribedLabel' | 'medicationId' | 'label'
  >,
  givenPrice: number,
): Promise<void> {
  await tx
    .update(orderItems)
    // Its boxes are others.
    .set({ medicationId, label, prescribedId, prescribedLabel, givenPrice, batch: null, expiresOn: null })
    .where(and(eq(orderItems.orderId, orderId), eq(orderItems.position, position)));
}

const ordered = alias(medications, 'ordered');
const proposed = alias(medications, 'proposed');
const pharmacy = alias(users, 'pharmacy');

export const isToCheck = eq(substitutions.state, 'checking');

/** Whether this prescriber is asked about a row of `substitutions`. */
export const asks = (prescriberId: string): SQL | undefined =>
  and(eq(substitutions.state, 'prescriber'), eq(substitutions.prescriberId, prescriberId));

/** Finds open proposals with what is compared, the most urgent first. */
export function findToAnswer(db: Database, where: SQL | undefined) {
  return db
    .select({
      substitution: substitutions,
      order: { id: orders.id, number: orders.number, customerId: orders.customerId },
      pharmacy: pharmacy.name,
      ordered,
      proposed,
      posology: orderItems.posology,
      duration: orderItems.duration,
      prescription: {
        id: prescriptions.id,
        number: prescriptions.number,
        patientName: prescriptions.patientName,
      },
    })
    .from(substitutions)
    .innerJoin(orders, eq(orders.id, substitutions.orderId))
    .innerJoin(pharmacy, eq(pharmacy.id, substitutions.proposedById))
    .innerJoin(ordered, eq(ordered.id, substitutions.prescribedId))
    .innerJoin(proposed, eq(proposed.id, substitutions.medicationId))
    .innerJoin(
      orderItems,
      and(eq(orderItems.orderId, substitutions.orderId), eq(orderItems.position, substitutions.position)),
    )
    .leftJoin(prescriptions, eq(prescriptions.id, orders.prescriptionId))
    .where(where)
    .orderBy(asc(substitutions.until), asc(substitutions.id))
    .limit(100);
}

/** Finds the proposal with this id that the condition lets somebody answer. */
export async function findAsked(
  db: Database,
  id: string,
  where: SQL | undefined,
): Promise<SubstitutionRow | null> {
  const [row] = await db
    .select()
    .from(substitutions)
    .where(and(eq(substitutions.id, id), where));
  return row ?? null;
}

/** Moves some proposals on that nobody has answered in time: customers are called, the others are ended. */
export async function lapse(
  tx: Database,
  { at, limit }: { at: Date; limit: number },
): Promise<SubstitutionRow[]> {
  const due = tx
    .select({ id: substitutions.id })
    .from(substitutions)
    .where(
      and(
        isOpenSubstitution(substitutions),
        ne(substitutions.state, 'calling'),
        lte(substitutions.until, at),
      ),
    )
    .orderBy(asc(substitutions.until))
    .limit(limit)
    .for('update', { skipLocked: true });
  return tx
    .update(substitutions)
    .set({ state: sql`case ${substitutions.state} when 'asking' then 'calling' else 'lapsed' end` })
    .where(inArray(substitutions.id, due))
    .returning();
}
