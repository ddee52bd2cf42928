import { noSums, type Sums } from '@amasin/domain/statements/sums.ts';
import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import { constantLimit, limitAndOffset } from '../../database/lists/paging.ts';
import { entries, journals } from '../../database/schema/ledger.ts';
import { payouts } from '../../database/schema/money/payouts.ts';
import { orders } from '../../database/schema/orders.ts';
import { prescriptions } from '../../database/schema/prescriptions.ts';
import { unseen } from '../../database/statements/unseen.ts';
import type { Book, Line, Month, MonthSums } from './queries.ts';

// The conditions and the columns of the sums are those of the index `entries_partner`, from which alone they are read.
const isOwn = (id: string) =>
  sql`${entries.account} in ('partner', 'returned') and ${entries.beneficiaryId} = ${unseen(id, 'uuid')}`;
const isIn = ({ from, to }: Month) =>
  sql`${entries.at} >= ${unseen(from, 'timestamptz')} and ${entries.at} < ${unseen(to, 'timestamptz')}`;

const isReturn = sql`${entries.account} = 'returned'`;
const isShare = sql`${entries.account} = 'partner' and ${entries.amount} < 0`;
const isPayout = sql`${entries.account} = 'partner' and ${entries.amount} > 0`;
const sumOf = (sign: SQL, which: SQL) =>
  sql`coalesce(sum(${sign}${entries.amount}) filter (where ${which}), 0)::float8`;
const sums = sql`count(*)::int as lines, ${sumOf(sql`-`, isShare)} as earned, ${sumOf(sql``, isPayout)} as paid,
  ${sumOf(sql`-`, isReturn)} as returned, 0 as medicines`;
/** Earnings and returns are credits, payouts are debits. */
const owed = sql`coalesce(-sum(${entries.amount}), 0)`;

type Found = Omit<Line, 'at'> & { readonly at: string };

/** The entries of a partner in a month, each with what it is about. */
async function findLines(db: Database, id: string, month: Month, rest: SQL): Promise<Line[]> {
  const { rows } = await db.execute<Found & Record<string, unknown>>(sql`
    with shown as materialized (select * from ${entries} where ${isOwn(id)} and ${isIn(month)} ${rest})
    select shown.id, shown.at, abs(shown.amount_fcfa)::float8 as amount, ${prescriptions.number},
      case when shown.account = 'returned' then 'return' when shown.amount_fcfa < 0 then 'share' else 'payout' end as kind,
      coalesce(made.state, returned.state) as state, coalesce(made.operator, returned.operator) as operator,
      coalesce(made.phone, returned.phone) as phone
    from shown
    join ${journals} on ${journals.id} = shown.journal_id
    left join ${orders} on ${orders.id} = ${journals.orderId}
    left join ${prescriptions} on ${prescriptions.id} = ${orders.prescriptionId}
    left join ${payouts} made on made.journal_id = ${journals.id}
    left join ${payouts} returned on returned.return_journal_id = ${journals.id}
    order by shown.at, shown.id`);
  return rows.map((row) => ({ ...row, at: new Date(row.at) }));
}

/** What the ledger has of a partner: its totals are always its sums (RULES 6). */
export const partnerBook: Book = {
  async findMonths(db, id, limit) {
    const { rows } = await db.execute<MonthSums & Record<string, unknown>>(sql`
      select to_char(start, 'YYYY-MM') as month, lines, earned, paid, returned, medicines,
        (sum(owed) over (order by start))::float8 as closing
      from (
        select date_trunc('month', ${entries.at} at time zone 'Africa/Porto-Novo') as start, ${sums}, ${owed} as owed
        from ${entries} where ${isOwn(id)} group by 1
      ) months
      order by start desc limit ${constantLimit(limit)}`);
    return rows;
  },
  async sumMonth(db, id, month) {
    const { rows } = await db.execute<Sums & Record<string, unknown>>(
      sql`select ${sums} from ${entries} where ${isOwn(id)} and ${isIn(month)}`,
    );
    return rows[0] ?? noSums;
  },
  async sumOwedBefore(db, id, before) {
    const { rows } = await db.execute<{ owed: number }>(
      sql`select ${owed}::float8 as owed from ${entries} where ${isOwn(id)} and ${entries.at} < ${unseen(before, 'timestamptz')}`,
    );
    return rows[0]?.owed ?? 0;
  },
  async findPage(db, id, month, page) {
    const found = await findLines(
      db,
      id,
      month,
      sql`order by ${entries.at}, ${entries.id} ${limitAndOffset(page)}`,
    );
    return found.slice(0, page.limit);
  },
  findLinesAfter(db, id, month, after, limit) {
    const next = after && sql`and (${entries.at}, ${entries.id}) > (${after.at}, ${after.id}::uuid)`;
    return findLines(
      db,
      id,
      month,
      sql`${next ?? sql``} order by ${entries.at}, ${entries.id} limit ${constantLimit(limit)}`,
    );
  },
};
