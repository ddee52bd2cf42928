import type { MedicationForm } from '@amasin/domain/medications/form.ts';
import { and, asc, eq, exists, inArray, isNotNull, isNull, ne, notExists, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database } from '../database/database.ts';
import { constantLimit } from '../database/paging.ts';
import { type MedicationRow, medications } from '../database/schema/medications.ts';
import { prescriptionItems, prescriptions, prescriptionWatchers } from '../database/schema/prescriptions.ts';
import { users } from '../database/schema/users.ts';
import { awaitsCheck, isWithdrawn } from '../scopes/prescribers.ts';
import { type Seen, seen } from '../scopes/seen.ts';
import { type PrescriptionView, readPrescriptions } from './queries.ts';

/** A list shows this many at most. */
const MAX_LISTED = 200;
const MAX_PRESCRIPTIONS = 5;

const isOpen = and(sql`${medications.awaitsReview}`, isNull(medications.deletedAt));
const isUnused = and(isNull(prescriptions.usedAt), isNull(prescriptions.deletedAt));

/** Finds the medicines whose price has to be checked: first those that a prescription needs, the oldest first. */
export async function findToReview(db: Database) {
  const rows = await db
    .select({ medication: medications, author: users.name })
    .from(medications)
    .leftJoin(users, eq(users.id, medications.createdById))
    .where(isOpen)
    .orderBy(sql`${medications.reviewAskedAt} nulls last`, asc(medications.createdAt), asc(medications.id))
    .limit(constantLimit(MAX_LISTED));
  const ids = rows.map(({ medication }) => medication.id);
  if (ids.length === 0) return [];
  const other = alias(medications, 'other');
  const [waiting, alike] = await Promise.all([
    db
      .select({
        medicationId: prescriptionItems.medicationId,
        number: prescriptions.number,
      })
      .from(prescriptionItems)
      .innerJoin(prescriptions, eq(prescriptions.id, prescriptionItems.prescriptionId))
      .where(and(inArray(prescriptionItems.medicationId, ids), eq(prescriptionItems.price, 0), isUnused))
      .orderBy(asc(prescriptions.createdAt), asc(prescriptions.id)),
    db
      .select({ medicationId: medications.id, _id: other.id, form: other.form, price: other.price })
      .from(medications)
      .innerJoin(
        other,
        and(
          eq(other.searchText, medications.searchText),
          ne(other.id, medications.id),
          isNull(other.deletedAt),
        ),
      )
      .where(inArray(medications.id, ids)),
  ]);
  const prescribed = Map.groupBy(waiting, ({ medicationId }) => medicationId);
  const same = Map.groupBy(alike, ({ medicationId }) => medicationId);
  return rows.map((row) => ({
    ...row,
    prescriptions: (prescribed.get(row.medication.id) ?? [])
      .slice(0, MAX_PRESCRIPTIONS)
      .map(({ number }) => number),
    alike: (same.get(row.medication.id) ?? []).map(({ medicationId: _, ...medicine }) => medicine),
  }));
}

/** Marks a review as asked for. @returns which of these medicines await one that was not asked for before */
export function markAsked(tx: Database, ids: readonly string[], at: Date): Promise<{ id: string }[]> {
  return tx
    .update(medications)
    .set({ reviewAskedAt: at })
    .where(and(inArray(medications.id, [...ids]), isOpen, isNull(medications.reviewAskedAt)))
    .returning({ id: medications.id });
}

interface Approval {
  readonly price: number;
  readonly form: MedicationForm | undefined;
  /** Whether customers find it from now on. */
  readonly reviewed: boolean;
  readonly checkedById: string;
}

/** Sets the checked price. @returns null when it does not await a review (any more) */
export async function setApproved(
  tx: Database,
  id: string,
  { form, ...change }: Approval,
): Promise<MedicationRow | null> {
  const [row] = await tx
    .update(medications)
    .set({ ...change, ...(form !== undefined && { form }), awaitsReview: false })
    .where(and(eq(medications.id, id), isOpen))
    .returning();
  return row ?? null;
}

/** Soft-deletes a medicine that awaits a review. @returns null when it does not (any more) */
export async function setRefused(
  tx: Database,
  id: string,
  { checkedById, at }: { checkedById: string; at: Date },
): Promise<MedicationRow | null> {
  const [row] = await tx
    .update(medications)
    .set({ deletedAt: at, checkedById, awaitsReview: false })
    .where(and(eq(medications.id, id), isOpen))
    .returning();
  return row ?? null;
}

/** Locks the unused prescriptions with lines that wait for this medicine, always in the same order. */
export function lockWaiting(tx: Database, medicationId: string) {
  return tx
    .select({ id: prescriptions.id, number: prescriptions.number, authorId: prescriptions.authorId })
    .from(prescriptions)
    .where(
      and(
        isUnused,
        exists(
          tx
            .select({ one: sql`1` })
            .from(prescriptionItems)
            .where(
              and(
                eq(prescriptionItems.prescriptionId, prescriptions.id),
                eq(prescriptionItems.medicationId, medicationId),
                eq(prescriptionItems.price, 0),
              ),
            ),
        ),
      ),
    )
    .orderBy(prescriptions.id)
    .for('no key update');
}

/** Gives the lines of these prescriptions that wait for this medicine its price. */
export async function priceLines(
  tx: Database,
  ids: readonly string[],
  { medicationId, price }: { medicationId: string; price: number },
): Promise<void> {
  await tx
    .update(prescriptionItems)
    .set({ price })
    .where(
      and(
        inArray(prescriptionItems.prescriptionId, [...ids]),
        eq(prescriptionItems.medicationId, medicationId),
        eq(prescriptionItems.price, 0),
      ),
    );
}

/** Finds which of these prescriptions wait for nothing any more, and the customers who want to pay them. */
export async function findReady(tx: Database, ids: readonly string[]) {
  return tx
    .select({ id: prescriptions.id, customerId: prescriptionWatchers.customerId })
    .from(prescriptions)
    .leftJoin(prescriptionWatchers, eq(prescriptionWatchers.prescriptionId, prescriptions.id))
    .where(
      and(
        inArray(prescriptions.id, [...ids]),
        sql`not ${awaitsCheck}`,
        notExists(
          tx
            .select({ one: sql`1` })
            .from(prescriptionItems)
            .innerJoin(medications, eq(medications.id, prescriptionItems.medicationId))
            .where(
              and(
                eq(prescriptionItems.prescriptionId, prescriptions.id),
                eq(prescriptionItems.price, 0),
                isOpen,
              ),
            ),
        ),
      ),
    );
}

/** Finds the customers who want to pay these prescriptions. */
export async function findWatchers(tx: Database, ids: readonly string[]): Promise<string[]> {
  const rows = await tx
    .select({ customerId: prescriptionWatchers.customerId })
    .from(prescriptionWatchers)
    .where(inArray(prescriptionWatchers.prescriptionId, [...ids]))
    .groupBy(prescriptionWatchers.customerId);
  return rows.map(({ customerId }) => customerId);
}

/** Remembers that this customer wants to pay this prescription. */
export async function insertWatcher(db: Database, prescriptionId: string, customerId: string): Promise<void> {
  await db.insert(prescriptionWatchers).values({ prescriptionId, customerId }).onConflictDoNothing();
}

/** Forgets who waited for these prescriptions. */
export async function deleteWatchers(tx: Database, ids: readonly string[]): Promise<void> {
  await tx.delete(prescriptionWatchers).where(inArray(prescriptionWatchers.prescriptionId, [...ids]));
}

/** Marks that the pharmacists are asked. @returns false when they were asked before, or when it does not wait for them */
export async function markCheckAsked(tx: Database, id: string, at: Date): Promise<boolean> {
  const asked = await tx
    .update(prescriptions)
    .set({ checkAskedAt: at })
    .where(and(eq(prescriptions.id, id), isUnused, isNull(prescriptions.checkAskedAt), awaitsCheck))
    .returning({ id: prescriptions.id });
  return asked.length === 1;
}

/** Finds the prescriptions that wait for a pharmacist, the longest waiting first: every in-house pharmacist sees them (rule 39). */
export async function findToCheck(db: Database): Promise<Seen<PrescriptionView>[]> {
  const waits = and(
    isNotNull(prescriptions.checkAskedAt),
    isNull(prescriptions.checkedAt),
    isUnused,
    awaitsCheck,
    sql`not ${isWithdrawn}`,
  );
  const oldest = sql`select ${prescriptions.id} from ${prescriptions} where ${waits}
    order by ${prescriptions.checkAskedAt}, ${prescriptions.id} limit ${constantLimit(MAX_LISTED)}`;
  const found = await readPrescriptions(db, oldest);
  const time = ({ prescription }: PrescriptionView) => prescription.checkAskedAt?.getTime() ?? 0;
  return found.sort((a, b) => time(a) - time(b)).map(seen);
}
