import { and, eq, lt } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import { recoveryCodes, secondFactors } from '../../database/schema/session/second-factors.ts';
import { users } from '../../database/schema/users.ts';

export type SecondFactorRow = typeof secondFactors.$inferSelect;

export async function findSecondFactor(db: Database, userId: string): Promise<SecondFactorRow | null> {
  const [row] = await db.select().from(secondFactors).where(eq(secondFactors.userId, userId));
  return row ?? null;
}

/** Stores a secret that its user has to confirm; the confirmed one, if any, stays in use until then. */
export async function offerSecret(
  db: Database,
  userId: string,
  { offered, offeredAt }: { offered: string; offeredAt: Date },
): Promise<void> {
  const set = { offered, offeredAt };
  await db
    .insert(secondFactors)
    .values({ userId, ...set })
    .onConflictDoUpdate({ target: secondFactors.userId, set });
}

/** Puts the offered secret into use; false when another one was offered or confirmed meanwhile. */
export async function confirmSecret(
  tx: Database,
  userId: string,
  { offered, step }: { offered: string; step: number },
): Promise<boolean> {
  const confirmed = await tx
    .update(secondFactors)
    .set({ secret: offered, offered: null, offeredAt: null, lastStep: step })
    .where(and(eq(secondFactors.userId, userId), eq(secondFactors.offered, offered)))
    .returning({ userId: secondFactors.userId });
  if (confirmed.length === 0) return false;
  await tx.update(users).set({ hasSecondFactor: true }).where(eq(users.id, userId));
  return true;
}

/** Uses up the codes of a step and the older ones; false when that step was used before. */
export async function spendStep(db: Database, userId: string, step: number): Promise<boolean> {
  const spent = await db
    .update(secondFactors)
    .set({ lastStep: step })
    .where(and(eq(secondFactors.userId, userId), lt(secondFactors.lastStep, step)))
    .returning({ userId: secondFactors.userId });
  return spent.length === 1;
}

/** Uses up a recovery code; false when it does not exist or was used before. */
export async function spendRecoveryCode(db: Database, userId: string, codeHash: string): Promise<boolean> {
  const spent = await db
    .delete(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.codeHash, codeHash)))
    .returning({ userId: recoveryCodes.userId });
  return spent.length === 1;
}

export async function replaceRecoveryCodes(
  tx: Database,
  userId: string,
  codeHashes: readonly string[],
): Promise<void> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await tx.insert(recoveryCodes).values(codeHashes.map((codeHash) => ({ userId, codeHash })));
}

/** Signing in takes only the password again. */
export async function removeSecondFactor(tx: Database, userId: string): Promise<void> {
  await tx.delete(secondFactors).where(eq(secondFactors.userId, userId));
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await tx.update(users).set({ hasSecondFactor: false }).where(eq(users.id, userId));
}
