import type { Pool } from 'pg';

/**
 * Corrects the times that the queue stored before the clock was set back. It does nothing until they have come: no
 * scheduled job, no retry, no end of an interrupted job. Our jobs wait for minutes at most.
 */
export async function repairTimes(pool: Pick<Pool, 'query'>): Promise<void> {
  await pool.query(`
    update pgboss.version set cron_on = now() where cron_on > now() + interval '1 minute';
    update pgboss.queue set monitor_claim_on = least(monitor_claim_on, now()),
        monitor_on = least(monitor_on, now()), maintain_on = least(maintain_on, now())
      where greatest(monitor_claim_on, monitor_on, maintain_on) > now() + interval '1 minute';
    update pgboss.job set start_after = now()
      where state in ('created', 'retry') and start_after > now() + interval '10 minutes';
    update pgboss.job set started_on = now()
      where state = 'active' and started_on > now() + interval '1 minute'`);
}
