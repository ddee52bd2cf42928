import { noSums } from '@amasin/domain/statements/sums.ts';
import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import { constantLimit, limitAndOffset } from '../../database/lists/paging.ts';
import { orders } from '../../database/schema/orders.ts';
import { unseen } from '../../database/statements/unseen.ts';
import { type Count, readCounts } from '../../stats/count-queries.ts';
import type { Book, Line, Month } from './queries.ts';

const sumsOf = ({ n, medicines }: Pick<Count, 'n' | 'medicines'>) => ({ ...noSums, lines: n, medicines });

type Found = { readonly id: string; readonly at: string; readonly number: string; readonly amount: number };

/** The orders of a pharmacy that ended in a month, with their medicines as they were paid. */
async function findLines(db: Database, id: string, { from, to }: Month, rest: SQL): Promise<Line[]> {
  const { rows } = await db.execute<Found>(sql`
    select ${orders.id}, ${orders.endedAt} as at, ${orders.number}, ${orders.medicines}::float8 as amount
    from ${orders}
    where ${orders.pharmacyId} = ${unseen(id, 'uuid')} and ${orders.state} = 'ended'
      and ${orders.endedAt} >= ${unseen(from, 'timestamptz')} and ${orders.endedAt} < ${unseen(to, 'timestamptz')} ${rest}`);
  return rows.map(({ at, ...row }) => ({
    ...row,
    at: new Date(at),
    kind: 'order',
    state: null,
    operator: null,
    phone: null,
  }));
}

/** The orders of a pharmacy that ended. Their months come from the counts kept up to date, because a month has many (decision 49). */
export const pharmacyBook: Book = {
  async findMonths(db, id, limit) {
    const months = await readCounts(db, 'pharmacyMonth', [id]);
    return months
      .filter(({ n }) => n > 0)
      .map(({ state: month, ...count }) => ({ month, closing: 0, ...sumsOf(count) }))
      .sort((one, other) => (one.month < other.month ? 1 : -1))
      .slice(0, limit);
  },
  async sumMonth(db, id, { month }) {
    const found = (await readCounts(db, 'pharmacyMonth', [id])).find(({ state }) => state === month);
    return found === undefined ? noSums : sumsOf(found);
  },
  sumOwedBefore: async () => 0,
  async findPage(db, id, month, page) {
    const found = await findLines(
      db,
      id,
      month,
      sql`order by ${orders.endedAt}, ${orders.id} ${limitAndOffset(page)}`,
    );
    return found.slice(0, page.limit);
  },
  findLinesAfter(db, id, month, after, limit) {
    const next = after && sql`and (${orders.endedAt}, ${orders.id}) > (${after.at}, ${after.id}::uuid)`;
    return findLines(
      db,
      id,
      month,
      sql`${next ?? sql``} order by ${orders.endedAt}, ${orders.id} limit ${constantLimit(limit)}`,
    );
  },
};
