import { sql } from 'drizzle-orm';
import type { Database } from './database.ts';
import { oneOf } from './schema/columns.ts';
import type { counts } from './schema/counts.ts';
import { transact } from './transaction.ts';

type CountRow = typeof counts.$inferSelect;

/** A number of rows in a state, and sums over them, FCFA. */
export type Count = Omit<CountRow, 'scope' | 'userId'>;

/** The user id of the counts of everyone, and of the orders that wait for any agent. */
export const ANYONE = '00000000-0000-0000-0000-000000000000';

/** Reads the counts by state that triggers maintain; a state without rows may be missing. */
export async function readCounts(
  db: Database,
  scope: CountRow['scope'],
  userIds: readonly string[] = [ANYONE],
): Promise<Count[]> {
  const { rows } = await db.execute<Count>(
    sql`select state, sum(n)::float8 as n, sum(medicines_fcfa)::float8 as medicines, sum(commission_fcfa)::float8 as commission,
          sum(delivery_fees_fcfa)::float8 as "deliveryFees", sum(paid_fcfa)::float8 as paid
        from count_lines where ${oneOf(sql`scope`, [scope])}
          and user_id = any(array(select unnest(${sql.param([...userIds])}::uuid[]))) group by state`,
  );
  return rows;
}

/**
 * Compares the counts with a count of all rows, and corrects them. Rows may change meanwhile: both are read in one statement, and the
 * difference is appended like any other change.
 * @returns the number of counts that were wrong
 */
export function mendCounts(db: Database): Promise<number> {
  return transact(db, async (tx) => {
    // Reading all rows takes longer than other statements may.
    await tx.execute(sql`set local statement_timeout = 0`);
    const counts = await tx.execute(
      sql`insert into count_changes (scope, user_id, state, n, medicines_fcfa, commission_fcfa, delivery_fees_fcfa, paid_fcfa)
          select * from count_drift`,
    );
    const days = await tx.execute(
      sql`insert into day_count_changes (day, zone_id, state, n, paid_fcfa, commission_fcfa) select * from day_count_drift`,
    );
    return (counts.rowCount ?? 0) + (days.rowCount ?? 0);
  });
}
