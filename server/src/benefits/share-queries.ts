import { and, count, eq, lt, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { cut, type PageRequest } from '../database/lists/paging.ts';
import { entries, journals } from '../database/schema/ledger.ts';
import { orders } from '../database/schema/orders.ts';
import { prescriptions } from '../database/schema/prescriptions.ts';

export interface Share {
  readonly id: string;
  readonly number: string;
  readonly amount: number;
  readonly at: Date;
  readonly paidAt: Date | null;
}

type Found = Omit<Share, 'at' | 'paidAt'> & { at: string; paidAt: string | null };

/**
 * One page of a partner's shares, the latest first, and their number. Payouts cover the oldest shares first: a share is paid by
 * the payout with which their running sum reached that of the shares. One that did not arrive covers nothing.
 */
export async function findShares(
  db: Database,
  partnerId: string,
  page: PageRequest,
): Promise<{ rows: Share[]; total: number }> {
  const own = and(eq(entries.account, 'partner'), eq(entries.beneficiaryId, partnerId));
  const isShare = lt(entries.amount, 0);
  const ledger = sql`${entries} join ${journals} on ${journals.id} = ${entries.journalId}`;
  const inOrder = sql`over (order by ${journals.at}, ${entries.id})`;
  const { rows } = await db.execute<Found & Record<string, unknown>>(sql`
    with shares as (
      select ${entries.id}, ${journals.orderId}, ${journals.at}, -${entries.amount} as amount,
        -sum(${entries.amount}) ${inOrder} as earned
      from ${ledger} where ${and(own, isShare)}
    ), shown as (
      select * from shares order by at desc, id desc ${cut(page)}
    ), payouts as (
      select ${journals.at}, sum(${entries.amount}) ${inOrder} as paid
      from ${ledger} where ${and(own, sql`not ${isShare}`)}
        and not exists (select from payouts p where p.journal_id = ${journals.id} and p.state = 'failed')
    )
    select shown.id, ${prescriptions.number}, shown.amount::float as amount, shown.at,
      (select min(at) from payouts where paid >= shown.earned) as "paidAt"
    from shown
    join ${orders} on ${orders.id} = shown.order_id
    join ${prescriptions} on ${prescriptions.id} = ${orders.prescriptionId}
    order by shown.at desc, shown.id desc`);
  const [all] = await db.select({ total: count() }).from(entries).where(and(own, isShare));
  const shown = rows.slice(0, page.limit).map(({ at, paidAt, ...share }) => ({
    ...share,
    at: new Date(at),
    paidAt: paidAt === null ? null : new Date(paidAt),
  }));
  return { rows: shown, total: all?.total ?? 0 };
}
