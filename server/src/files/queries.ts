import { and, eq, gt, inArray, isNull, lt, notInArray, or, sql, sum } from 'drizzle-orm';
import type { Actor } from '../ctx.ts';
import type { Database } from '../database/database.ts';
import { type FileRow, fileOpenings, files } from '../database/schema/files.ts';
import { insuranceCards } from '../database/schema/insurance.ts';
import { orders } from '../database/schema/orders.ts';
import { payments } from '../database/schema/payments.ts';
import { prescriptions } from '../database/schema/prescriptions.ts';
import { users } from '../database/schema/users.ts';
import { filesSeenBy } from '../scopes/files.ts';

/** Held until the transaction ends: the uploads of one person take turns. */
export async function lockOwner(tx: Database, ownerId: string): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, ownerId)).for('no key update');
}

/**
 * What counts towards a person's quota: all that nothing holds, and what was given to a card, an order or a prescription
 * since then. Health documents older than that stay, and must not stop a prescriber from prescribing.
 */
export async function sumBytesOf(db: Database, ownerId: string, since: Date): Promise<number> {
  const [row] = await db
    .select({ bytes: sum(files.bytes).mapWith(Number) })
    .from(files)
    .where(and(eq(files.ownerId, ownerId), or(isNull(files.boundAt), gt(files.boundAt, since))));
  return row?.bytes ?? 0;
}

export async function insertFile(db: Database, file: typeof files.$inferInsert): Promise<void> {
  await db.insert(files).values(file);
}

export async function findFile(db: Database, key: string): Promise<FileRow | null> {
  const [row] = await db.select().from(files).where(eq(files.key, key));
  return row ?? null;
}

/** Whether there is such a file and this person may open it: one answer for both. */
export async function canSeeFile(
  db: Database,
  reader: Pick<Actor, '_id' | 'type'>,
  key: string,
): Promise<boolean> {
  const found = await db
    .select({ id: files.id })
    .from(files)
    .where(and(eq(files.key, key), filesSeenBy(reader)));
  return found.length > 0;
}

export async function insertOpening(
  db: Database,
  opening: { object: string; userId: string; at: Date },
): Promise<void> {
  await db.insert(fileOpenings).values(opening);
}

/**
 * Takes away the rows of uploads that nothing holds and nothing refers to: no card, no order, no prescription, and no
 * payment that may become an order still (money can come long after it was given up).
 * @returns their keys
 */
export async function deleteUnusedFiles(db: Database, before: Date): Promise<string[]> {
  const draftCard = sql`${payments.draft} -> 'insuranceCard' ->> 'url'`;
  const gone = await db
    .delete(files)
    .where(
      and(
        isNull(files.boundAt),
        lt(files.createdAt, before),
        sql`not exists (select from ${insuranceCards} where ${insuranceCards.fileKey} = ${files.key})`,
        sql`not exists (select from ${orders} where ${orders.prescriptionUrl} = ${files.key})`,
        sql`not exists (select from ${orders} where ${orders.cardUrl} = ${files.key})`,
        sql`not exists (select from ${prescriptions} where ${prescriptions.url} = ${files.key})`,
        sql`not exists (select from ${payments} where ${and(
          eq(draftCard, files.key),
          notInArray(payments.status, ['paid', 'refunded']),
        )})`,
      ),
    )
    .returning({ key: files.key });
  return gone.map(({ key }) => key);
}

/** Which of these keys have a row. */
export async function findKnownKeys(db: Database, keys: readonly string[]): Promise<Set<string>> {
  const found = await db
    .select({ key: files.key })
    .from(files)
    .where(inArray(files.key, [...keys]));
  return new Set(found.map(({ key }) => key));
}
