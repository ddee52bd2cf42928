import { and, eq, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { cut, type PageRequest } from '../database/lists/paging.ts';
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
 * The running sum of a share is that of all shares minus those of later ones, so that the journals of the page alone are read. Ids are
 * v7, so their order is that of time.
 */
export async function findShares(
  db: Database,
  partnerId: string,
  page: PageRequest,
): Promise<{ rows: Share[]; total: number }> {
  const own = and(sql`${entries.account} = 'partner'`, eq(entries.beneficiaryId, unseen(partnerId, 'uuid')));
  const isShare = sql`${entries.amount} < 0`;
  const { rows } = await db.execute<Found>(sql`
    with sums as (
      select count(*)::int as total, -sum(${entries.amount}) as earned from ${entries} where ${and(own, isShare)}
    ), shown as (
      select ${entries.id}, ${entries.journalId}, -${entries.amount} as amount,
        sum(${entries.amount}) over (order by ${entries.id} desc rows unbounded preceding) - ${entries.amount} as later
      from ${entries} where ${and(own, isShare)} order by ${entries.id} desc ${cut(page)}
    ), paid as materialized (
      select ${journals.at}, sum(${entries.amount}) over (order by ${journals.at}, ${entries.id}) as amount
      from ${entries} join ${journals} on ${journals.id} = ${entries.journalId}
      where ${and(own, sql`${entries.amount} > 0`)}
        and not exists (select from payouts p where p.journal_id = ${journals.id} and p.state = 'failed')
    )
    select shown.id, ${prescriptions.number}, shown.amount::float as amount, ${journals.at}, sums.total,
      (select min(at) from paid where paid.amount >= sums.earned + shown.later) as "paidAt"
    from sums
    left join (shown
      join ${journals} on ${journals.id} = shown.journal_id
      join ${orders} on ${orders.id} = ${journals.orderId}
      join ${prescriptions} on ${prescriptions.id} = ${orders.prescriptionId}) on true
    order by shown.id desc`);
  const shares = rows.flatMap(({ id, at, paidAt, total: _, ...share }) =>
    id === null
      ? []
      : [{ ...share, id, at: new Date(at), paidAt: paidAt === null ? null : new Date(paidAt) }],
  );
  return { rows: shares.slice(0, page.limit), total: rows[0]?.total ?? 0 };
}
