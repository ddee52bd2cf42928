import type { Pool } from 'pg';
import { PgBoss } from 'pg-boss';
import type { SystemCtx } from '../ctx.ts';
import { sweepFiles } from '../files/sweep-files.ts';
import { sweepIdempotencyKeys } from '../http/idempotency.ts';
import { followUpPayments } from '../payments/following/follow-up-payments.ts';
import { sweepSessions } from '../session/sweep-sessions.ts';
import { sweepTries } from '../session/tries/sweep-tries.ts';

const MINUTE = '* * * * *';
const NIGHT = '17 2 * * *';

/**
 * The repeated work of the server, in the same database: one process of several does each turn.
 * @param pollSeconds how often a process looks whether a turn has come, s
 */
export async function startJobs(
  ctx: SystemCtx,
  pool: Pool,
  pollSeconds = 5,
): Promise<{ stop(): Promise<void> }> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
  });
  boss.on('error', (error) => ctx.log.error({ err: error }, 'the job queue has a problem'));
  await boss.start();

  async function repeat(name: string, cron: string, work: () => Promise<void>): Promise<void> {
    // A turn that is late is not made up for: the next one does all there is to do.
    await boss.createQueue(name, { policy: 'singleton', retryLimit: 0, expireInSeconds: 300 });
    await boss.work(name, { pollingIntervalSeconds: pollSeconds }, async () => {
      try {
        await work();
      } catch (error) {
        // The queue keeps a failure to itself.
        ctx.log.error({ err: error, name }, 'a repeated job failed');
        throw error;
      }
    });
    await boss.schedule(name, cron);
  }

  await repeat('follow-up-payments', MINUTE, async () => {
    const moved = await followUpPayments(ctx);
    if (moved > 0) ctx.log.info({ moved }, 'payments found by the repeated job');
  });
  await repeat('sweep', NIGHT, async () => {
    const now = ctx.clock.now();
    await sweepIdempotencyKeys(ctx.db, now);
    await sweepSessions(ctx);
    await sweepTries(ctx);
    await sweepFiles(ctx);
  });
  return { stop: () => boss.stop({ graceful: true, timeout: 5_000 }) };
}
