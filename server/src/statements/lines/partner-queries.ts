import { closingOf, noSums } from '@amasin/domain/statements/sums.ts';
import { type SQL, sql } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import { ledgerSums } from '../../benefits/summing/ledger-sums-queries.ts';
import type { Database } from '../../database/database.ts';
import { constantLimit, limitAndOffset } from '../../database/lists/paging.ts';
import { entries, journals } from '../../database/schema/ledger.ts';
import { payouts } from '../../database/schema/money/payouts.ts';
import { orders } from '../../database/schema/orders.ts';
import { prescriptions } from '../../database/schema/prescriptions.ts';
import { unseen } from '../../database/statements/unseen.ts';
import type { Book, Line, Month, MonthSums } from './queries.ts';

// The conditions are those of the indexes `entries_partner`, for the lines, and `entries_partner_shares`, for the sums.
const isOwn = (id: string) =>
  sql`${entries.account} in ('partner', 'returned') and ${entries.beneficiaryId} = ${unseen(id, 'uuid')}`;
const isIn = ({ from, to }: Month) =>
  sql`${entries.at} >= ${unseen(from, 'timestamptz')} and ${entries.at} < ${unseen(to, 'timestamptz')}`;

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

const byMonth = sql`to_char(${entries.at} at time zone 'Africa/Porto-Novo', 'YYYY-MM')`;

/** The sums by month of the partners who were read last: some 100 bytes a month. */
const monthsOf = new LRUCache<string, ReturnType<typeof ledgerSums>>({
  max: 500,
  memoMethod: (id) => ledgerSums({ by: byMonth, which: isOwn(id) }),
});

/** The sums of each month that has lines, the earliest first, and what is owed at its end. */
async function sumMonths(db: Database, id: string): Promise<MonthSums[]> {
  const sums = await monthsOf.memo(id)(db);
  let closing = 0;
  return [...sums]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([month, ofMonth]) => {
      const sums = { ...noSums, ...ofMonth };
      closing = closingOf(closing, sums);
      return { ...sums, month, closing };
    });
}

/** What the ledger has of a partner: its totals are always its sums (rule 6). */
export const partnerBook: Book = {
  async findMonths(db, id, limit) {
    return (await sumMonths(db, id)).toReversed().slice(0, limit);
  },
  async sumMonth(db, id, { month }) {
    return (await sumMonths(db, id)).find((one) => one.month === month) ?? noSums;
  },
  async sumOwedBefore(db, id, { month }) {
    return (await sumMonths(db, id)).findLast((one) => one.month < month)?.closing ?? 0;
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
