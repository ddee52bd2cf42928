import { randomInt } from 'node:crypto';
import { and, eq, isNull } from 'drizzle-orm';
import { v7 } from 'uuid';
import type { Database } from '../database/database.ts';
import { type PrescriptionRow, prescriptionItems, prescriptions } from '../database/schema/prescriptions.ts';
import { isWithdrawn } from '../scopes/prescribers.ts';

export type NewPrescriptionItem = Omit<typeof prescriptionItems.$inferInsert, 'prescriptionId' | 'position'>;

type NewPrescription = Omit<typeof prescriptions.$inferInsert, 'id' | 'number' | 'pricedAt'>;

/** `ORD-` and 8 cryptographically random digits (rule 17). */
const randomNumber = () => `ORD-${String(randomInt(100_000_000)).padStart(8, '0')}`;

const MAX_ATTEMPTS = 20;

/** Inserts a prescription with a new number, retried while the number is taken. */
export async function insertPrescription(
  tx: Database,
  prescription: NewPrescription,
  items: readonly NewPrescriptionItem[],
  makeNumber = randomNumber,
): Promise<PrescriptionRow> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const [row] = await tx
      .insert(prescriptions)
      .values({ ...prescription, pricedAt: prescription.createdAt, id: v7(), number: makeNumber() })
      .onConflictDoNothing({ target: prescriptions.number })
      .returning();
    if (row === undefined) continue;
    await insertItems(tx, row.id, items);
    return row;
  }
  throw new Error('no unused prescription number was found');
}

async function insertItems(tx: Database, prescriptionId: string, items: readonly NewPrescriptionItem[]) {
  await tx
    .insert(prescriptionItems)
    .values(items.map((item, position) => ({ ...item, prescriptionId, position })));
}

export interface LockedPrescription extends PrescriptionRow {
  /** Its prescriber's account is deactivated or deleted (rule 39). */
  readonly isWithdrawn: boolean;
}

/** Locks a prescription until the transaction ends: paying, attaching, editing and deleting take this lock. */
export async function lockPrescription(tx: Database, id: string): Promise<LockedPrescription | null> {
  const [found] = await tx
    .select({ row: prescriptions, isWithdrawn })
    .from(prescriptions)
    .where(eq(prescriptions.id, id))
    .for('no key update');
  return found === undefined ? null : { ...found.row, isWithdrawn: found.isWithdrawn };
}

/** Locks the author's unused prescriptions until the transaction ends. */
export async function lockUnusedPrescriptionsOf(tx: Database, authorId: string): Promise<PrescriptionRow[]> {
  return tx
    .select()
    .from(prescriptions)
    .where(
      and(
        eq(prescriptions.authorId, authorId),
        isNull(prescriptions.usedById),
        isNull(prescriptions.deletedAt),
      ),
    )
    .orderBy(prescriptions.id)
    .for('no key update');
}

/** Soft-deletes a locked, unused prescription. Its client number becomes available again. */
export async function softDelete(tx: Database, id: string, at: Date): Promise<void> {
  await changePrescription(tx, id, {
    deletedAt: at,
    reservedById: null,
    reservedUntil: null,
    clientRef: null,
    contentDigest: null,
  });
}

/** Replaces the items at current prices. The version increases, so that a payment for the old items is not accepted. */
export async function replaceItems(
  tx: Database,
  locked: PrescriptionRow,
  items: readonly NewPrescriptionItem[],
  now: Date,
): Promise<void> {
  await tx.delete(prescriptionItems).where(eq(prescriptionItems.prescriptionId, locked.id));
  await insertItems(tx, locked.id, items);
  await changePrescription(tx, locked.id, { version: locked.version + 1, pricedAt: now });
}

export async function changePrescription(
  tx: Database,
  id: string,
  change: Partial<typeof prescriptions.$inferInsert>,
): Promise<void> {
  await tx.update(prescriptions).set(change).where(eq(prescriptions.id, id));
}

/** Marks a prescription as used by an order. @returns false when it is already used or deleted */
export async function setUsed(tx: Database, id: string, orderId: string, at: Date): Promise<boolean> {
  const claimed = await tx
    .update(prescriptions)
    .set({ usedById: orderId, usedAt: at, reservedById: null, reservedUntil: null })
    .where(and(eq(prescriptions.id, id), isNull(prescriptions.usedById), isNull(prescriptions.deletedAt)))
    .returning({ id: prescriptions.id });
  return claimed.length === 1;
}
