import type { PgBoss } from 'pg-boss';
import type { SystemCtx } from '../ctx.ts';
import { sweepFiles } from '../files/sweep-files.ts';
import { followUpPayments } from '../payments/following/follow-up-payments.ts';
import type { JobData } from '../ports/jobs.ts';
import { sweepIdempotencyKeys } from '../routing/idempotency.ts';
import { sweepAttempts, sweepCodes, sweepSessions } from '../session/sweeps.ts';
import { deliverSms } from '../sms/deliver-sms.ts';

const MINUTE = '* * * * *';
const NIGHT = '17 2 * * *';

/**
 * The work of the server beside its answers: what repeats, where one process of several does each turn, and what
 * answers have left to be done.
 * @param pollSeconds how often a process looks whether a turn has come, s
 */
export async function startJobs(
  ctx: SystemCtx,
  boss: PgBoss,
  pollSeconds = 5,
): Promise<{ stop(): Promise<void> }> {
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
    await sweepAttempts(ctx);
    await sweepCodes(ctx);
    await sweepFiles(ctx);
  });
  // Somebody waits for a message: it is looked for each second.
  const soon = {
    batchSize: 20,
    pollingIntervalSeconds: Math.min(1, pollSeconds),
    perJobResults: true as const,
  };
  await boss.work<JobData['send-sms']>('send-sms', soon, async (jobs) =>
    Promise.all(
      jobs.map(async ({ id, data }) => {
        try {
          await deliverSms(ctx, data);
          return { id, status: 'completed' as const };
        } catch (error) {
          ctx.log.error({ err: error }, 'a message could not be sent');
          return { id, status: 'failed' as const };
        }
      }),
    ),
  );
  return { stop: () => boss.stop({ graceful: true, timeout: 5_000 }) };
}
