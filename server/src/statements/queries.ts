import type { PayeeType } from '@amasin/domain/benefits/payee.ts';
import type { PayoutState } from '@amasin/domain/benefits/payout-state.ts';
import type { HandMethod } from '@amasin/domain/benefits/settlement.ts';
import type { Operator } from '@amasin/domain/payments/operators.ts';
import {
  type CorrectionReason,
  closingOf,
  type LineKind,
  noSums,
  type Sums,
} from '@amasin/domain/statements/sums.ts';
import { type SQL, sql } from 'drizzle-orm';
import { sumShares } from '../benefits/balance-queries.ts';
import type { Database } from '../database/database.ts';
import { constantLimit, limitAndOffset, type PageRequest } from '../database/paging.ts';
import { orders } from '../database/schema/orders.ts';
import { entries, journals, payouts } from '../database/schema/payouts.ts';
import { prescriptions } from '../database/schema/prescriptions.ts';

/** A payee whose statements are read. */
export interface Holder {
  readonly id: string;
  readonly type: PayeeType;
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
  /** Why a correction was made, as its journal is named. */
  readonly reason: CorrectionReason | null;
  readonly state: PayoutState | null;
  readonly operator: Operator | null;
  readonly phone: string | null;
  readonly method: HandMethod | null;
  readonly reference: string | null;
}

/** `closing` is what is owed at the end of the month. */
type MonthSums = Sums & { readonly month: string; readonly closing: number };

// The index `entries_payee` has this condition, and the columns that are summed.
const isOwn = (id: string) => sql`${entries.beneficiaryId} = ${id}`;
const isIn = ({ from, to }: Month) =>
  sql`${entries.at} >= ${from.toISOString()} and ${entries.at} < ${to.toISOString()}`;

type Found = Omit<Line, 'at'> & { readonly at: string };

/** A prescriber reads the numbers of prescriptions, and nothing of the orders that used them. */
const numberOf = ({ type }: Holder) => (type === 'partnerDoctor' ? prescriptions.number : orders.number);

/** Finds the entries of a payee in a month, each with its prescription or order, or its payout. */
async function findLines(db: Database, holder: Holder, month: Month, rest: SQL): Promise<Line[]> {
  const { rows } = await db.execute<Found & Record<string, unknown>>(sql`
    with shown as materialized (select * from ${entries} where ${isOwn(holder.id)} and ${isIn(month)} ${rest})
    select shown.id, shown.at, abs(shown.amount_fcfa)::float8 as amount, ${numberOf(holder)} as number,
      case when shown.account = 'returned' then 'return' when shown.account = 'corrected' then 'correction'
        when shown.amount_fcfa > 0 then 'payout' when shown.account = 'pharmacy' then 'order'
        when ${journals.kind} = 'return-fee' then 'return-fee' when shown.account = 'courier' then 'delivery'
        else 'share' end as kind,
      case when shown.account = 'corrected' and ${journals.kind} in ('taken-back', 'cancellation', 'giving-back')
        then ${journals.kind} end as reason,
      coalesce(made.state, returned.state) as state, coalesce(made.operator, returned.operator) as operator,
      coalesce(made.phone, returned.phone) as phone, made.method, case when made.method is not null then made.note end as reference
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
async function sumMonths(db: Database, { id }: Holder): Promise<MonthSums[]> {
  const months = await sumShares(db, byMonth, isOwn(id));
  let closing = 0;
  return [...months]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([month, sums]) => {
      closing = closingOf(closing, sums);
      return { ...sums, month, closing };
    });
}

/** Finds the latest months that have lines, the latest first. The totals are always sums of the ledger (rule 6). */
export async function findMonths(db: Database, holder: Holder, limit: number): Promise<MonthSums[]> {
  return (await sumMonths(db, holder)).toReversed().slice(0, limit);
}

/** Sums the lines of a month, and what was owed before it. */
export async function sumMonth(
  db: Database,
  holder: Holder,
  { month }: Month,
): Promise<{ sums: Sums; opening: number }> {
  const months = await sumMonths(db, holder);
  return {
    sums: months.find((one) => one.month === month) ?? noSums,
    opening: months.findLast((one) => one.month < month)?.closing ?? 0,
  };
}

/** Finds one page of the lines of a month, the oldest first. */
export async function findPage(
  db: Database,
  holder: Holder,
  month: Month,
  page: PageRequest,
): Promise<Line[]> {
  const rest = sql`order by ${entries.at}, ${entries.id} ${limitAndOffset(page)}`;
  return (await findLines(db, holder, month, rest)).slice(0, page.limit);
}

/** Finds the lines of a month that follow this one, or its first lines without one. */
export function findLinesAfter(
  db: Database,
  holder: Holder,
  month: Month,
  after: Pick<Line, 'at' | 'id'> | undefined,
  limit: number,
): Promise<Line[]> {
  const next = after && sql`and (${entries.at}, ${entries.id}) > (${after.at}, ${after.id}::uuid)`;
  const rest = sql`${next ?? sql``} order by ${entries.at}, ${entries.id} limit ${constantLimit(limit)}`;
  return findLines(db, holder, month, rest);
}
