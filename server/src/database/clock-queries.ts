import { sql } from 'drizzle-orm';
import type { Database } from './database.ts';

/** By how much this clock is ahead of the database's, ms, half of the time that the answer took taken off. */
export async function readClockDifference(db: Database, clock: { now(): Date }): Promise<number> {
  const before = clock.now().getTime();
  const { rows } = await db.execute<{ ms: number }>(
    sql`select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`,
  );
  const middle = (before + clock.now().getTime()) / 2;
  return Math.round(middle - (rows[0]?.ms ?? middle));
}
