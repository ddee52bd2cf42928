import type { PayoutState } from '@amasin/domain/benefits/payout-state.ts';
import type { Operator } from '@amasin/domain/payments/operators.ts';
import type { HolderType } from '@amasin/domain/statements/holder.ts';
import type { LineKind, Sums } from '@amasin/domain/statements/sums.ts';
import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { cut, type PageRequest } from '../database/lists/paging.ts';
import { entries, journals } from '../database/schema/ledger.ts';
import { payouts } from '../database/schema/money/payouts.ts';
import { orders } from '../database/schema/orders.ts';
import { prescriptions } from '../database/schema/prescriptions.ts';

/** A partner or a pharmacy. */
export interface Holder {
  readonly id: string;
  readonly type: HolderType;
  readonly name: string;
}

/** From `from`, until before `to`. */
export interface Period {
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

/** The entries of a partner, each with what it is about. */
const partnerLines = (id: string): SQL => sql`
  select ${entries.id}, ${journals.at}, abs(${entries.amount}) as amount, ${prescriptions.number},
    case when ${entries.account} = 'returned' then 'return' when ${entries.amount} < 0 then 'share' else 'payout' end as kind,
    coalesce(made.state, returned.state) as state, coalesce(made.operator, returned.operator) as operator,
    coalesce(made.phone, returned.phone) as phone
  from ${entries}
  join ${journals} on ${journals.id} = ${entries.journalId}
  left join ${orders} on ${orders.id} = ${journals.orderId}
  left join ${prescriptions} on ${prescriptions.id} = ${orders.prescriptionId}
  left join ${payouts} made on made.journal_id = ${journals.id}
  left join ${payouts} returned on returned.return_journal_id = ${journals.id}
  where ${entries.account} in ('partner', 'returned') and ${entries.beneficiaryId} = ${id}`;

/** The orders of a pharmacy that ended, each with what the ledger has booked for its medicines. */
const pharmacyLines = (id: string): SQL => sql`
  select ${orders.id}, ${journals.at}, ${orders.number}, 'order' as kind,
    (select coalesce(-sum(booked.amount_fcfa), 0) from ${journals} other join ${entries} booked on booked.journal_id = other.id
      where other.order_id = ${orders.id} and booked.account = 'pharmacy') as amount,
    null as state, null as operator, null as phone
  from ${orders}
  join ${journals} on ${journals.orderId} = ${orders.id} and ${journals.kind} = 'ending'
  where ${orders.pharmacyId} = ${id} and ${orders.state} = 'ended'`;

const linesOf = ({ type, id }: Holder): SQL => (type === 'pharmacy' ? pharmacyLines(id) : partnerLines(id));

const sumOf = (kind: LineKind): SQL => sql`coalesce(sum(amount) filter (where kind = ${kind}), 0)`;
const sums = sql`count(*)::int as lines, ${sumOf('share')}::float8 as earned, ${sumOf('payout')}::float8 as paid,
  ${sumOf('return')}::float8 as returned, ${sumOf('order')}::float8 as medicines`;
const owed = sql`${sumOf('share')} - ${sumOf('payout')} + ${sumOf('return')}`;

export type MonthSums = Sums & { readonly month: string; readonly closing: number };

/** The latest months that have lines, the latest first; `closing` is what is owed to a partner at their end. */
export async function findMonths(db: Database, holder: Holder, limit: number): Promise<MonthSums[]> {
  const { rows } = await db.execute<MonthSums & Record<string, unknown>>(sql`
    select month, ${sums}, (sum(${owed}) over (order by month))::float8 as closing
    from (
      select to_char(at at time zone 'Africa/Porto-Novo', 'YYYY-MM') as month, kind, amount from (${linesOf(holder)}) lines
    ) dated
    group by month order by month desc limit ${limit}`);
  return rows;
}

/** What the lines of a period add up to. */
export async function sumLines(db: Database, holder: Holder, { from, to }: Period): Promise<Sums> {
  const { rows } = await db.execute<Sums & Record<string, unknown>>(
    sql`select ${sums} from (${linesOf(holder)}) lines where at >= ${from} and at < ${to}`,
  );
  const [found] = rows;
  if (found === undefined) throw new Error('a sum has one row');
  return found;
}

/** What was owed to a partner before a time; 0 for a pharmacy. */
export async function sumOwedBefore(db: Database, holder: Holder, before: Date): Promise<number> {
  const { rows } = await db.execute<{ owed: number }>(
    sql`select (${owed})::float8 as owed from (${linesOf(holder)}) lines where at < ${before}`,
  );
  return rows[0]?.owed ?? 0;
}

type Found = Omit<Line, 'at'> & { at: string };

async function findLines(db: Database, holder: Holder, { from, to }: Period, rest: SQL): Promise<Line[]> {
  const { rows } = await db.execute<Found & Record<string, unknown>>(sql`
    select id, at, kind, amount::float8 as amount, number, state, operator, phone
    from (${linesOf(holder)}) lines where at >= ${from} and at < ${to} ${rest}`);
  return rows.map((row) => ({ ...row, at: new Date(row.at) }));
}

/** One page of the lines of a period, the oldest first. */
export async function findPage(db: Database, holder: Holder, period: Period, page: PageRequest) {
  const found = await findLines(db, holder, period, sql`order by at, id ${cut(page)}`);
  return found.slice(0, page.limit);
}

/** The first lines of a period after this one, or from its start without one. */
export function findLinesAfter(
  db: Database,
  holder: Holder,
  period: Period,
  after: Pick<Line, 'at' | 'id'> | undefined,
  limit: number,
): Promise<Line[]> {
  const rest = after === undefined ? sql`` : sql`and (at, id) > (${after.at}, ${after.id}::uuid)`;
  return findLines(db, holder, period, sql`${rest} order by at, id limit ${limit}`);
}
