import { and, count, countDistinct, desc, eq, gt, lt, lte, min, ne, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import { tries } from '../../database/schema/session/sessions.ts';

type Try = typeof tries.$inferInsert;

/** Until the transaction ends, nobody else counts under this name. */
export async function holdCount(tx: Database, name: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
}

/** How far the clocks of two servers, or of two concurrent requests, may differ, ms. */
const CLOCK_SKEW_MS = 60_000;

/** Counted attempts. Rows dated later than now were written before a clock was set back: they lock nobody out. */
export function isCounted(since: Date, now: Date): SQL | undefined {
  return and(gt(tries.at, since), lte(tries.at, new Date(now.getTime() + CLOCK_SKEW_MS)));
}

/** The moment of the `nth` latest attempt for a subject (from one address, if given) since then, or null. */
export async function findNthLatestTry(
  db: Database,
  { kind, subject, at }: Pick<Try, 'kind' | 'subject' | 'at'>,
  since: Date,
  nth: number,
  address?: string,
): Promise<Date | null> {
  const [row] = await db
    .select({ at: tries.at })
    .from(tries)
    .where(
      and(
        eq(tries.kind, kind),
        eq(tries.subject, subject),
        isCounted(since, at),
        address === undefined ? undefined : eq(tries.address, address),
      ),
    )
    .orderBy(desc(tries.at))
    .limit(1)
    .offset(nth - 1);
  return row?.at ?? null;
}

export interface AddressCount {
  readonly tries: number;
  /** Distinct subjects other than the one asked about. */
  readonly others: number;
  readonly first: Date | null;
}

/** What has been tried from a network address since then. */
export async function countFromAddress(
  db: Database,
  { kind, subject, address, at }: Try,
  since: Date,
): Promise<AddressCount> {
  const [row] = await db
    .select({
      tries: count(),
      others:
        sql<number>`${countDistinct(tries.subject)} filter (where ${ne(tries.subject, subject)})`.mapWith(
          Number,
        ),
      first: min(tries.at),
    })
    .from(tries)
    .where(and(eq(tries.kind, kind), eq(tries.address, address), isCounted(since, at)));
  return row ?? { tries: 0, others: 0, first: null };
}

export async function insertTry(db: Database, row: Try): Promise<void> {
  await db.insert(tries).values(row);
}

export async function deleteTriesOf(
  db: Database,
  { kind, subject }: Pick<Try, 'kind' | 'subject'>,
): Promise<void> {
  await db.delete(tries).where(and(eq(tries.kind, kind), eq(tries.subject, subject)));
}

export async function deleteTriesBefore(db: Database, moment: Date): Promise<number> {
  const gone = await db.delete(tries).where(lt(tries.at, moment)).returning({ id: tries.id });
  return gone.length;
}
