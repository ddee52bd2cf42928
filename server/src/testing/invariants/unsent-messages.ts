import { sql } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';

/**
 * What breaks the invariant I9 (every message is sent at least once), once the queue has had its time: a message that waits or has failed, a moment of these orders without its
 * message, and a job that still waits or has failed. Push messages have no row of their own, only their job.
 * @param orders ids of orders that were paid while every moment was announced (SMS_MOMENTS)
 */
export async function unsentMessages(db: Database, orders: readonly string[]): Promise<string[]> {
  const { rows } = await db.execute<{ fault: string }>(sql`
    select 'I9 the message ' || id || ' (' || kind || ') is ' || state as fault
    from sms_messages where state in ('queued', 'failed')
    union all
    select 'I9 the order ' || o.id || ' has no message of its moment ' || moment.kind
    from orders o cross join (values ('paid', 1), ('on-the-way', 2), ('delivered', 3)) as moment (kind, rank)
    where o.id = any(${sql.param([...orders])}::uuid[])
      and moment.rank <= array_position(array['pending', 'delivering', 'delivered', 'ended'], o.state)
      and not exists (select from sms_messages m where m.about = o.id and m.kind = moment.kind)
    union all
    select 'I9 the job ' || id || ' (' || name || ') is ' || state
    from pgboss.job where name in ('send-sms', 'report-sms', 'send-push') and state <> 'completed'`);
  return rows.map(({ fault }) => fault);
}
