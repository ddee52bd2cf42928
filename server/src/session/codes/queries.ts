import { and, desc, eq, gt, isNotNull, lte, sql } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import { codes } from '../../database/schema/session/codes.ts';
import { attempts } from '../../database/schema/session/sessions.ts';
import { type UserRow, users } from '../../database/schema/users.ts';
import { recoverableBy } from '../../people/queries.ts';
import { isCounted } from '../rate-limits/queries.ts';

type Code = typeof codes.$inferInsert;
type Of = Pick<Code, 'subject'>;

/** The telephone's code from now on; whatever code or token it had is dead. */
export async function putCode(db: Database, code: Omit<Code, 'tokenHash'>): Promise<void> {
  const whole = { ...code, tokenHash: null };
  await db.insert(codes).values(whole).onConflictDoUpdate({ target: codes.subject, set: whole });
}

/** Spends one try of the live code of a telephone: the hash to compare with, or null where there is none to try. */
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

/** Gives the token for this very code, unless somebody was faster or a newer code has come. */
export async function exchangeCode(
  db: Database,
  { subject, codeHash }: { subject: string; codeHash: string },
  token: { tokenHash: string; expiresAt: Date },
): Promise<boolean> {
  const given = await db
    .update(codes)
    .set({ ...token, codeHash: null })
    .where(and(eq(codes.subject, subject), eq(codes.codeHash, codeHash)))
    .returning({ subject: codes.subject });
  return given.length === 1;
}

const liveToken = ({ subject, tokenHash }: { subject: string; tokenHash: string }, now: Date) =>
  and(eq(codes.subject, subject), eq(codes.tokenHash, tokenHash), gt(codes.expiresAt, now));

export async function isTokenLive(
  db: Database,
  token: { subject: string; tokenHash: string },
  now: Date,
): Promise<boolean> {
  const found = await db.select({ subject: codes.subject }).from(codes).where(liveToken(token, now));
  return found.length === 1;
}

/** Uses the token up; false where it is not, or no longer, good. */
export async function useToken(
  tx: Database,
  token: { subject: string; tokenHash: string },
  now: Date,
): Promise<boolean> {
  const used = await tx.delete(codes).where(liveToken(token, now)).returning({ subject: codes.subject });
  return used.length === 1;
}

/** The person of this telephone who may choose a new password by it, locked for the change. */
export async function lockRecoverable(tx: Database, phone: string): Promise<UserRow | null> {
  const [row] = await tx.select().from(users).where(recoverableBy(phone)).for('update');
  return row ?? null;
}

export async function changePassword(tx: Database, id: string, passwordHash: string): Promise<void> {
  await tx.update(users).set({ passwordHash }).where(eq(users.id, id));
}

/** Moments of the latest attempts of a kind in the window, the latest first: for a subject, or from an address. */
export async function findAttemptTimes(
  db: Database,
  { kind, ...whose }: { kind: string } & ({ subject: string } | { address: string }),
  { since, now }: { since: Date; now: Date },
  most: number,
): Promise<Date[]> {
  const mine = 'subject' in whose ? eq(attempts.subject, whose.subject) : eq(attempts.address, whose.address);
  const rows = await db
    .select({ at: attempts.at })
    .from(attempts)
    .where(and(eq(attempts.kind, kind), mine, isCounted(since, now)))
    .orderBy(desc(attempts.at))
    .limit(most);
  return rows.map(({ at }) => at);
}

export async function deleteCodesBefore(db: Database, moment: Date): Promise<void> {
  await db.delete(codes).where(lte(codes.expiresAt, moment));
}
