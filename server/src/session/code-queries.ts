import { and, desc, eq, gt, isNotNull, isNull, lte, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { attempts, codes, spentProofs } from '../database/schema/sessions.ts';
import { type UserRow, users } from '../database/schema/users.ts';
import { recoverableBy } from '../people/queries.ts';
import { isCounted } from './limit-queries.ts';

type Code = typeof codes.$inferInsert;
/** A code is identified by the phone, hashed, and the request that it was sent for. */
type CodeKey = Pick<Code, 'subject' | 'requestHash'>;

const isOf = ({ subject, requestHash }: CodeKey) =>
  and(eq(codes.subject, subject), eq(codes.requestHash, requestHash));

export async function insertCode(db: Database, code: Omit<Code, 'tokenHash'>): Promise<void> {
  await db.insert(codes).values({ ...code, tokenHash: null });
}

/** Invalidates the code or token of a request. */
export async function deleteCode(db: Database, key: CodeKey): Promise<void> {
  await db.delete(codes).where(isOf(key));
}

/** Invalidates all codes and tokens of a phone. */
export async function deleteCodesOf(db: Database, subject: string): Promise<void> {
  await db.delete(codes).where(eq(codes.subject, subject));
}

/** Uses one attempt of a request's valid code and returns the hash to compare; null without a valid code. */
export async function spendAttempt(db: Database, key: CodeKey, now: Date): Promise<string | null> {
  const [row] = await db
    .update(codes)
    .set({ attemptsLeft: sql`${codes.attemptsLeft} - 1` })
    .where(and(isOf(key), isNotNull(codes.codeHash), gt(codes.attemptsLeft, 0), gt(codes.expiresAt, now)))
    .returning({ codeHash: codes.codeHash });
  return row?.codeHash ?? null;
}

/** Replaces the code by a token; false when it was already exchanged or replaced. */
export async function exchangeCode(
  db: Database,
  { codeHash, ...key }: CodeKey & { codeHash: string },
  token: { tokenHash: string; expiresAt: Date },
): Promise<boolean> {
  const exchanged = await db
    .update(codes)
    .set({ ...token, codeHash: null })
    .where(and(isOf(key), eq(codes.codeHash, codeHash)))
    .returning({ subject: codes.subject });
  return exchanged.length === 1;
}

const validToken = ({ subject, tokenHash }: { subject: string; tokenHash: string }, now: Date) =>
  and(eq(codes.subject, subject), eq(codes.tokenHash, tokenHash), gt(codes.expiresAt, now));

export async function isTokenValid(
  db: Database,
  token: { subject: string; tokenHash: string },
  now: Date,
): Promise<boolean> {
  const found = await db.select({ subject: codes.subject }).from(codes).where(validToken(token, now));
  return found.length === 1;
}

/** Consumes the token; false when it is invalid or expired. */
export async function consumeToken(
  tx: Database,
  token: { subject: string; tokenHash: string },
  now: Date,
): Promise<boolean> {
  const used = await tx.delete(codes).where(validToken(token, now)).returning({ subject: codes.subject });
  return used.length === 1;
}

/** Locks the user who may reset their password with this phone. */
export async function lockRecoverable(tx: Database, phone: string): Promise<UserRow | null> {
  const [row] = await tx.select().from(users).where(recoverableBy(phone)).for('no key update');
  return row ?? null;
}

/** Notes that the person has the telephone of their account; one that is proven already stays proven since then. */
export async function markPhoneProven(tx: Database, id: string, at: Date): Promise<void> {
  await tx
    .update(users)
    .set({ phoneProvenAt: at })
    .where(and(eq(users.id, id), isNull(users.phoneProvenAt)));
}

export async function changePassword(tx: Database, id: string, passwordHash: string): Promise<void> {
  await tx.update(users).set({ passwordHash }).where(eq(users.id, id));
}

/** Times of the latest attempts of a kind in the window, latest first, for a subject, from an address, or both. */
export async function findAttemptTimes(
  db: Database,
  { kind, subject, address }: { kind: string; subject?: string; address?: string },
  { since, now }: { since: Date; now: Date },
  max: number,
): Promise<Date[]> {
  const inScope = and(
    subject === undefined ? undefined : eq(attempts.subject, subject),
    address === undefined ? undefined : eq(attempts.address, address),
  );
  const rows = await db
    .select({ at: attempts.at })
    .from(attempts)
    .where(and(eq(attempts.kind, kind), inScope, isCounted(since, now)))
    .orderBy(desc(attempts.at))
    .limit(max);
  return rows.map(({ at }) => at);
}

export async function deleteCodesBefore(db: Database, moment: Date): Promise<void> {
  await db.delete(codes).where(lte(codes.expiresAt, moment));
}

/** Stores a proof of work as used; false when it was used before. */
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
