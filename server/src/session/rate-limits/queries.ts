import { and, count, countDistinct, desc, eq, gt, lt, lte, min, ne, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import { attempts } from '../../database/schema/session/sessions.ts';

type Attempt = typeof attempts.$inferInsert;

/** How far the clocks of two servers, or of two concurrent requests, may differ, ms. */
const CLOCK_SKEW_MS = 60_000;

/** The attempts that count. Rows dated in the future, written before a clock was set back, are ignored. */
export function isCounted(since: Date, now: Date): SQL | undefined {
  return and(gt(attempts.at, since), lte(attempts.at, new Date(now.getTime() + CLOCK_SKEW_MS)));
}

/** The time of the `nth` latest attempt for a subject (from one address, if given) since `since`, or null. */
export async function findNthLatestAttempt(
  db: Database,
  { kind, subject, at }: Pick<Attempt, 'kind' | 'subject' | 'at'>,
  since: Date,
  nth: number,
  address?: string,
): Promise<Date | null> {
  const [row] = await db
    .select({ at: attempts.at })
    .from(attempts)
    .where(
      and(
        eq(attempts.kind, kind),
        eq(attempts.subject, subject),
        isCounted(since, at),
        address === undefined ? undefined : eq(attempts.address, address),
      ),
    )
    .orderBy(desc(attempts.at))
    .limit(1)
    .offset(nth - 1);
  return row?.at ?? null;
}

/** The attempts for a subject since `since`: from this address, and from all. */
export async function countTries(
  db: Database,
  { kind, subject, address, at }: Attempt,
  since: Date,
): Promise<{ own: number; all: number }> {
  const [row] = await db
    .select({
      own: sql<number>`count(*) filter (where ${eq(attempts.address, address)})`.mapWith(Number),
      all: count(),
    })
    .from(attempts)
    .where(and(eq(attempts.kind, kind), eq(attempts.subject, subject), isCounted(since, at)));
  return row ?? { own: 0, all: 0 };
}

export interface AddressCount {
  /** Distinct subjects, except the given one. */
  readonly others: number;
  readonly first: Date | null;
}

/** The subjects tried from a network address since `since`, and when the first attempt was. */
export async function countFromAddress(
  db: Database,
  { kind, subject, address, at }: Attempt,
  since: Date,
): Promise<AddressCount> {
  const [row] = await db
    .select({
      others:
        sql<number>`${countDistinct(attempts.subject)} filter (where ${ne(attempts.subject, subject)})`.mapWith(
          Number,
        ),
      first: min(attempts.at),
    })
    .from(attempts)
    .where(and(eq(attempts.kind, kind), eq(attempts.address, address), isCounted(since, at)));
  return row ?? { others: 0, first: null };
}

export async function insertAttempt(db: Database, row: Attempt): Promise<void> {
  await db.insert(attempts).values(row);
}

export async function deleteAttemptsOf(
  db: Database,
  { kind, subject }: Pick<Attempt, 'kind' | 'subject'>,
): Promise<void> {
  await db.delete(attempts).where(and(eq(attempts.kind, kind), eq(attempts.subject, subject)));
}

export async function deleteAttemptsBefore(db: Database, moment: Date): Promise<number> {
  const deleted = await db.delete(attempts).where(lt(attempts.at, moment)).returning({ id: attempts.id });
  return deleted.length;
}
