import { type ConsentPurpose, consentVersions } from '@amasin/domain/users/consent.ts';
import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { type ConsentRow, consents } from '../database/schema/consents.ts';

const openOf = (userId: string, purpose: ConsentPurpose) =>
  and(eq(consents.userId, userId), eq(consents.purpose, purpose), isNull(consents.withdrawnAt));

/** The consents that a person gave, the oldest first. */
export function findConsents(db: Database, userId: string): Promise<ConsentRow[]> {
  return db
    .select()
    .from(consents)
    .where(eq(consents.userId, userId))
    .orderBy(asc(consents.givenAt), asc(consents.id));
}

/** Whether a person agrees to the words of today. */
export async function hasConsent(db: Database, userId: string, purpose: ConsentPurpose): Promise<boolean> {
  const [row] = await db.select({ version: consents.version }).from(consents).where(openOf(userId, purpose));
  return row?.version === consentVersions[purpose];
}

/** Whether a person gave this consent and none is left. */
export async function hasWithdrawn(db: Database, userId: string, purpose: ConsentPurpose): Promise<boolean> {
  const { rows } = await db.execute<{ withdrawn: boolean }>(sql`
    select bool_and(withdrawn_at is not null) is true as withdrawn
    from ${consents} where user_id = ${userId} and purpose = ${purpose}`);
  return rows[0]?.withdrawn === true;
}

/** Stores that a person agrees to the words of today. Their account is new or locked, and has no such consent that holds. */
export async function insertConsent(
  tx: Database,
  { userId, purpose, givenAt }: Pick<ConsentRow, 'userId' | 'purpose' | 'givenAt'>,
): Promise<void> {
  await tx.insert(consents).values({ userId, purpose, version: consentVersions[purpose], givenAt });
}

/** @returns false when none holds */
export async function endConsent(
  tx: Database,
  { userId, purpose, at }: { readonly userId: string; readonly purpose: ConsentPurpose; readonly at: Date },
): Promise<boolean> {
  const ended = await tx
    .update(consents)
    .set({ withdrawnAt: at })
    .where(openOf(userId, purpose))
    .returning({ id: consents.id });
  return ended.length > 0;
}
