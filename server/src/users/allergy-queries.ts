import { eq } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { allergies } from '../database/schema/warnings.ts';

/** Finds what a customer wrote of her allergies; null for nothing. */
export async function findAllergies(db: Database, userId: string): Promise<string | null> {
  const [row] = await db
    .select({ words: allergies.words })
    .from(allergies)
    .where(eq(allergies.userId, userId));
  return row?.words ?? null;
}

export async function storeAllergies(tx: Database, row: typeof allergies.$inferInsert): Promise<void> {
  const { words, writtenAt } = row;
  await tx
    .insert(allergies)
    .values(row)
    .onConflictDoUpdate({ target: allergies.userId, set: { words, writtenAt } });
}

export async function deleteAllergies(tx: Database, userId: string): Promise<void> {
  await tx.delete(allergies).where(eq(allergies.userId, userId));
}
