import type { Database } from '../database/database.ts';
import { type InsuranceCardRow, insuranceCards } from '../database/schema/insurance.ts';
import { buildFile } from './file.ts';
import { buildUser } from './user.ts';

/** A customer's insurance card with its file (default: 80 %, unverified). */
export async function buildInsuranceCard(
  db: Database,
  given: Partial<InsuranceCardRow> = {},
): Promise<InsuranceCardRow & { fileKey: string }> {
  const ownerId = given.ownerId ?? (await buildUser(db, { type: 'customer' })).id;
  const createdAt = given.createdAt ?? new Date('2026-11-20T08:58:00Z');
  const fileKey =
    given.fileKey ?? (await buildFile(db, { ownerId, category: 'insurance', boundAt: createdAt })).key;
  const [row] = await db
    .insert(insuranceCards)
    .values({ label: 'Assurance d’essai', rate: 80, ...given, ownerId, fileKey, createdAt })
    .returning();
  if (row === undefined) throw new Error('the card was not inserted');
  return { ...row, fileKey };
}
