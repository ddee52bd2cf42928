import { and, eq, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { limitAndOffset, type PageRequest } from '../database/lists/paging.ts';
import { entries, journals } from '../database/schema/ledger.ts';
import { orders } from '../database/schema/orders.ts';
import { prescriptions } from '../database/schema/prescriptions.ts';
import { unseen } from '../database/statements/unseen.ts';

export interface Share {
  readonly id: string;
  readonly number: string;
  readonly amount: number;
  readonly at: Date;
  readonly paidAt: Date | null;
}

/** With the sums of all shares; without a share when the page has none. */
type Found = {
  id: string | null;
  number: string;
  amount: number;
  at: string;
  paidAt: string | null;
  total: number;
};

/**
 * One page of a partner's shares, the latest first, and their number. Payouts cover the oldest shares first: a share is paid by
 * the payout with which their running sum reached that of the shares. One that did not arrive covers nothing.
 *
 * The running sum of a share is that of all shares minus those of later ones, so that the journals of the page alone are read.
 */
export async function findShares(
  db: Database,
  partnerId: string,
  page: PageRequest,
): Promise<{ rows: Share[]; total: number }> {
  const own = and(sql`${entries.account} = 'partner'`, eq(entries.beneficiaryId, unseen(partnerId, 'uuid')));
  const latest = sql`${entries.at} desc, ${entries.id} desc`;
  const isShare = sql`${entries.amount} < 0`;
  const { rows } = await db.execute<Found>(sql`
    with sums as (
      select count(*)::int as total, -sum(${entries.amount}) as earned from ${entries} where ${and(own, isShare)}
    ), shown as (
      select ${entries.id}, ${entries.journalId}, ${entries.at}, -${entries.amount} as amount,
        sum(${entries.amount}) over (order by ${latest} rows unbounded preceding) - ${entries.amount} as later
      from ${entries} where ${and(own, isShare)} order by ${latest} ${limitAndOffset(page)}
    ), paid as materialized (
      select ${entries.at}, sum(${entries.amount}) over (order by ${entries.at}, ${entries.id}) as amount
      from ${entries}
      where ${and(own, sql`${entries.amount} > 0`)}
        and not exists (select from payouts p where p.journal_id = ${entries.journalId} and p.state = 'failed')
    )
    select shown.id, ${prescriptions.number}, shown.amount::float as amount, shown.at, sums.total,
      (select min(at) from paid where paid.amount >= sums.earned + shown.later) as "paidAt"
    from sums
    left join (shown
      join ${journals} on ${journals.id} = shown.journal_id
      join ${orders} on ${orders.id} = ${journals.orderId}
      join ${prescriptions} on ${prescriptions.id} = ${orders.prescriptionId}) on true
    order by shown.at desc, shown.id desc`);
  const shares = rows.flatMap(({ id, at, paidAt, total: _, ...share }) =>
    id === null
      ? []
      : [{ ...share, id, at: new Date(at), paidAt: paidAt === null ? null : new Date(paidAt) }],
  );
  return { rows: shares.slice(0, page.limit), total: rows[0]?.total ?? 0 };
}
