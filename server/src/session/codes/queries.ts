import { and, desc, eq, gt, isNotNull, lte, sql } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import { codes, spentProofs } from '../../database/schema/session/codes.ts';
import { attempts } from '../../database/schema/session/sessions.ts';
import { type UserRow, users } from '../../database/schema/users.ts';
import { recoverableBy } from '../../people/queries.ts';
import { isCounted } from '../rate-limits/queries.ts';

type Code = typeof codes.$inferInsert;
type Of = Pick<Code, 'subject'>;

/** Stores the phone's code and invalidates its previous code or token. */
export async function putCode(db: Database, code: Omit<Code, 'tokenHash'>): Promise<void> {
  const whole = { ...code, tokenHash: null };
  await db.insert(codes).values(whole).onConflictDoUpdate({ target: codes.subject, set: whole });
}

/** Uses one attempt of a phone's valid code and returns the hash to compare; null without a valid code. */
export async function spendAttempt(db: Database, { subject }: Of, now: Date): Promise<string | null> {
  const [row] = await db
    .update(codes)
    .set({ attemptsLeft: sql`${codes.attemptsLeft} - 1` })
    .where(
      and(
        eq(codes.subject, subject),
        isNotNull(codes.codeHash),
        gt(codes.attemptsLeft, 0),
        gt(codes.expiresAt, now),
      ),
    )
    .returning({ codeHash: codes.codeHash });
  return row?.codeHash ?? null;
}

/** Replaces the code by a token; false when it was already exchanged or a newer code was stored. */
export async function exchangeCode(
  db: Database,
  { subject, codeHash }: { subject: string; codeHash: string },
  token: { tokenHash: string; expiresAt: Date },
): Promise<boolean> {
  const exchanged = await db
    .update(codes)
    .set({ ...token, codeHash: null })
    .where(and(eq(codes.subject, subject), eq(codes.codeHash, codeHash)))
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

export async function changePassword(tx: Database, id: string, passwordHash: string): Promise<void> {
  await tx.update(users).set({ passwordHash }).where(eq(users.id, id));
}

/** Times of the latest attempts of a kind in the window, latest first, for a subject or from an address. */
export async function findAttemptTimes(
  db: Database,
  { kind, ...scope }: { kind: string } & ({ subject: string } | { address: string }),
  { since, now }: { since: Date; now: Date },
  max: number,
): Promise<Date[]> {
  const inScope =
    'subject' in scope ? eq(attempts.subject, scope.subject) : eq(attempts.address, scope.address);
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
