import { sql } from 'drizzle-orm';
import type { Pool } from 'pg';
import { type Database, openDatabase } from '../database/database.ts';

const SIZE = 12_500;
/** One statement adds few enough for the statement timeout, also on a busy machine. */
const BATCH = 2_500;

/**
 * Adds 12,500 reviewed medicines, one in ten without a price, as after an import and its vacuum. Their labels
 * are « Marque00001 arrow 500 mg, comprimé ».
 */
export async function addLargeCatalogue(db: Database): Promise<void> {
  for (let start = 0; start < SIZE; start += BATCH) {
    await db.execute(sql`
      insert into medications (id, label, form, price_fcfa, reviewed, search_text, created_at)
      select gen_random_uuid(), format('Marque%s %s %s mg, comprimé', n, maker, dose), 'tablet',
        case when i % 10 = 0 then 0 else 1000 end, true, format('marque%s %s %s mg comprime', n, maker, dose), now()
      from generate_series(${start}::int, ${start + BATCH - 1}::int) i,
        lateral (select lpad(i::text, 5, '0') n, (array['arrow', 'biogaran', 'viatris', 'zentiva'])[i % 4 + 1] maker,
          (array[20, 250, 500, 1000])[i % 4 + 1] dose) made`);
  }
  await db.execute(sql`vacuum analyze medications`);
}

/**
 * Runs each of these nine times, and returns the indexes of the table that they scanned, by name, and the table
 * itself if they read it whole. The first time, when what is kept for later is read, does not count. PostgreSQL
 * may change the plan of a prepared statement after the fifth.
 */
export async function scansOf(
  pool: Pool,
  table: string,
  ...runs: ((db: Database) => Promise<unknown>)[]
): Promise<string[]> {
  // PostgreSQL counts exactly within a transaction only; one begun on a pool of one connection, as `transact` keeps nothing.
  const { db, close } = openDatabase({ ...pool.options, max: 1 }, () => {});
  try {
    await db.execute(sql`begin`);
    const counts = async () => {
      const { rows } = await db.execute<{ name: string; scans: string }>(sql`
        select relname as name, pg_stat_get_xact_numscans(oid) as scans
        from pg_class left join pg_index on indexrelid = oid
        where ${table}::regclass in (oid, indrelid) order by relname`);
      return rows;
    };
    for (const run of runs) await run(db);
    const before = new Map((await counts()).map(({ name, scans }) => [name, scans]));
    for (const run of runs) for (let time = 0; time < 8; time += 1) await run(db);
    return (await counts()).filter(({ name, scans }) => scans !== before.get(name)).map(({ name }) => name);
  } finally {
    await close();
  }
}
