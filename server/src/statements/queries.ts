import type { PayoutState } from '@amasin/domain/benefits/payout-state.ts';
import type { Operator } from '@amasin/domain/payments/operators.ts';
import type { HolderType } from '@amasin/domain/statements/holder.ts';
import { closingOf, type LineKind, noSums, type Sums } from '@amasin/domain/statements/sums.ts';
import { type SQL, sql } from 'drizzle-orm';
import { sumShares } from '../benefits/balance-queries.ts';
import { type Count, readCounts } from '../database/count-queries.ts';
import type { Database } from '../database/database.ts';
import { constantLimit, limitAndOffset, type PageRequest } from '../database/paging.ts';
import { orders } from '../database/schema/orders.ts';
import { entries, journals, payouts } from '../database/schema/payouts.ts';
import { prescriptions } from '../database/schema/prescriptions.ts';

/** A partner or a pharmacy. */
export interface Holder {
  readonly id: string;
  readonly type: HolderType;
  readonly name: string;
}

/** A month in Benin: from `from`, until before `to`. */
export interface Month {
  /** `2026-10`. */
  readonly month: string;
  readonly from: Date;
  readonly to: Date;
}

export interface Line {
  readonly id: string;
  readonly at: Date;
  readonly kind: LineKind;
  readonly amount: number;
  readonly number: string | null;
  readonly state: PayoutState | null;
  readonly operator: Operator | null;
  readonly phone: string | null;
}

/** `closing` is what is owed to a partner at the end of the month; 0 for a pharmacy. */
type MonthSums = Sums & { readonly month: string; readonly closing: number };

/** A book reads the statements of one type of holder. `id` is the holder's. */
export interface Book {
  /** Finds the latest months that have lines, the latest first. */
  findMonths(db: Database, id: string, limit: number): Promise<MonthSums[]>;
  /** Sums the lines of a month. */
  sumMonth(db: Database, id: string, month: Month): Promise<Sums>;
  /** Sums what was owed to a partner before a month; 0 for a pharmacy. */
  sumOwedBefore(db: Database, id: string, month: Month): Promise<number>;
  /** Finds one page of the lines of a month, the oldest first. */
  findPage(db: Database, id: string, month: Month, page: PageRequest): Promise<Line[]>;
  /** Finds the lines of a month that follow this one, or its first lines without one. */
  findLinesAfter(
    db: Database,
    id: string,
    month: Month,
    after: Pick<Line, 'at' | 'id'> | undefined,
    limit: number,
  ): Promise<Line[]>;
}

// The index `entries_partner` has these conditions, and the columns that are summed.
const isOwn = (id: string) =>
  sql`${entries.account} in ('partner', 'returned') and ${entries.beneficiaryId} = ${id}`;
const isIn = ({ from, to }: Month) =>
  sql`${entries.at} >= ${from.toISOString()} and ${entries.at} < ${to.toISOString()}`;

type Found = Omit<Line, 'at'> & { readonly at: string };

/** Finds the entries of a partner in a month, each with its prescription or payout. */
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

/** Sums each month that has lines, the earliest first, and what is owed at its end. */
async function sumMonths(db: Database, id: string): Promise<MonthSums[]> {
  const months = await sumShares(db, byMonth, isOwn(id));
  let closing = 0;
  return [...months]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([month, ofMonth]) => {
      const sums = { ...noSums, ...ofMonth };
      closing = closingOf(closing, sums);
      return { ...sums, month, closing };
    });
}

/** Reads the ledger of a partner: the totals are always its sums (rule 6). */
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

const sumsOf = ({ n, medicines }: Pick<Count, 'n' | 'medicines'>) => ({ ...noSums, lines: n, medicines });

type FoundSale = {
  readonly id: string;
  readonly at: string;
  readonly number: string;
  readonly amount: number;
};

/** Finds the orders of a pharmacy that ended in a month, with their medicines as they were paid. */
async function findSales(db: Database, id: string, { from, to }: Month, rest: SQL): Promise<Line[]> {
  const { rows } = await db.execute<FoundSale>(sql`
    select ${orders.id}, ${orders.endedAt} as at, ${orders.number}, ${orders.medicines}::float8 as amount
    from ${orders}
    where ${orders.pharmacyId} = ${id} and ${orders.state} = 'ended'
      and ${orders.endedAt} >= ${from.toISOString()} and ${orders.endedAt} < ${to.toISOString()} ${rest}`);
  return rows.map(({ at, ...row }) => ({
    ...row,
    at: new Date(at),
    kind: 'order',
    state: null,
    operator: null,
    phone: null,
  }));
}

/** Reads the ended orders of a pharmacy. A month has many of them, so its sums come from the stored counts (decision 49). */
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
    const found = await findSales(
      db,
      id,
      month,
      sql`order by ${orders.endedAt}, ${orders.id} ${limitAndOffset(page)}`,
    );
    return found.slice(0, page.limit);
  },
  findLinesAfter(db, id, month, after, limit) {
    const next = after && sql`and (${orders.endedAt}, ${orders.id}) > (${after.at}, ${after.id}::uuid)`;
    return findSales(
      db,
      id,
      month,
      sql`${next ?? sql``} order by ${orders.endedAt}, ${orders.id} limit ${constantLimit(limit)}`,
    );
  },
};
