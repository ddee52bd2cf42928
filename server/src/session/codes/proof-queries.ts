import { lte } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import { spentProofs } from '../../database/schema/session/codes.ts';

/** False where this proof was spent before. */
export async function spendProof(
  db: Database,
  proof: { signature: string; expiresAt: Date },
): Promise<boolean> {
  const spent = await db
    .insert(spentProofs)
    .values(proof)
    .onConflictDoNothing()
    .returning({ signature: spentProofs.signature });
  return spent.length === 1;
}

export async function deleteProofsBefore(db: Database, moment: Date): Promise<void> {
  await db.delete(spentProofs).where(lte(spentProofs.expiresAt, moment));
}
