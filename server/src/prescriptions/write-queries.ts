import { randomInt } from 'node:crypto';
import type { Closing } from '@amasin/domain/prescriptions/line.ts';
import { and, eq, isNull, sql } from 'drizzle-orm';
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

/** Locks the author's prescriptions that are not used up until the transaction ends. */
export async function lockUnusedPrescriptionsOf(tx: Database, authorId: string): Promise<PrescriptionRow[]> {
  return tx
    .select()
    .from(prescriptions)
    .where(
      and(
        eq(prescriptions.authorId, authorId),
        isNull(prescriptions.usedAt),
        isNull(prescriptions.deletedAt),
      ),
    )
    .orderBy(prescriptions.id)
    .for('no key update');
}

/**
 * Takes a locked, unused prescription back: soft-deletes it, or closes what remains of one of which orders took something. The client
 * number of a deleted one becomes available again.
 */
export async function withdraw(tx: Database, id: string, at: Date): Promise<void> {
  if (await isBegun(tx, id)) return closeRest(tx, id, 'withdrawn', at);
  await changePrescription(tx, id, { deletedAt: at, ...unreserved, clientRef: null, contentDigest: null });
}

/** Ends a reservation. */
export const unreserved = { reservedById: null, reservedUntil: null };

/** Whether a paid order took something of a prescription, also when all of it came back: its lines are those of the order. */
export async function isBegun(tx: Database, id: string): Promise<boolean> {
  const { rows } = await tx.execute(sql`select from given_of(${id}) limit 1`);
  return rows.length > 0;
}

/** Says why what remains of a locked prescription is not given any more. */
export async function closeRest(tx: Database, id: string, closing: Closing, at: Date): Promise<void> {
  await changePrescription(tx, id, { closing, usedAt: at, usedById: null, ...unreserved });
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

/** Gives a prescription back to whoever wrote the items of an order that still has it, or to nobody (rule 10). */
export async function renewReader(tx: Database, id: string): Promise<void> {
  await tx.execute(sql`
    update prescriptions set reader_id = nullif((select items_written_by_id from orders
      where prescription_id = ${id} and state <> 'cancelled' and items_written_by_id is not null
      order by created_at desc, id desc limit 1), author_id) where id = ${id}`);
}
