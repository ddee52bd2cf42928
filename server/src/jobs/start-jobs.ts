import type { PgBoss } from 'pg-boss';
import { sendPayouts } from '../benefits/sending/send-payouts.ts';
import { offerRequestsAgain } from '../consultations/requests/offer-requests.ts';
import type { SystemCtx } from '../ctx.ts';
import { sweepFiles } from '../files/sweep-files.ts';
import { countPrescribed } from '../medications/searching/count-prescribed.ts';
import { deliverPush } from '../notifications/deliver-push.ts';
import { closeUnpaidOrders } from '../orders/cancelling/close-unpaid.ts';
import { followUpPayments } from '../payments/follow-up-payments.ts';
import { sendRefunds } from '../payments/refunding/send-refunds.ts';
import type { JobData } from '../ports/jobs.ts';
import { sweepIdempotencyKeys } from '../routing/idempotency.ts';
import { sweepAttempts, sweepCodes, sweepSessions } from '../session/sweeps.ts';
import { deliverSms } from '../sms/deliver-sms.ts';
import { applyReports } from '../sms/reports/apply-reports.ts';
import { sweepMessages } from '../sms/sweep-messages.ts';
import { checkCounts } from '../stats/check-counts.ts';
import { RETRIES } from './open-queue.ts';

const MINUTE = '* * * * *';
const NIGHT = '17 2 * * *';
const LATER_AT_NIGHT = '37 2 * * *';
/** UTC: Benin is an hour ahead. Customers are notified, so not at night. */
const BY_DAY = '27 7-17 * * *';

/**
 * Starts the background work: scheduled jobs, each run by one process only, and jobs enqueued by requests.
 * @param pollSeconds polling interval, s
 */
export async function startJobs(
  ctx: SystemCtx,
  boss: PgBoss,
  pollSeconds = 5,
): Promise<{ stop(): Promise<void> }> {
  async function repeat(name: string, cron: string, work: () => Promise<void>): Promise<void> {
    // A missed run is not repeated: the next one does all the work.
    await boss.createQueue(name, { policy: 'singleton', retryLimit: 0, expireInSeconds: 300 });
    await boss.work(name, { pollingIntervalSeconds: pollSeconds }, async () => {
      try {
        await work();
      } catch (error) {
        // The queue does not report failures.
        ctx.log.error({ err: error, name }, 'a repeated job failed');
        throw error;
      }
    });
    await boss.schedule(name, cron);
  }

  // A user is waiting for the message, so these queues are polled every second. No faster and no more at a time: vendors
  // limit their rate too, and a message that they refuse four times is lost. Codes come first (open-queue.ts).
  const soon = {
    batchSize: 20,
    pollingIntervalSeconds: Math.min(1, pollSeconds),
    perJobResults: true as const,
  };
  async function deliver<Name extends keyof JobData>(
    name: Name,
    work: (data: JobData[Name], isLast: boolean) => Promise<void>,
  ): Promise<void> {
    await boss.work<JobData[Name]>(name, soon, async (jobs) =>
      Promise.all(
        jobs.map(async ({ id, data, retryCount }) => {
          try {
            await work(data, retryCount >= RETRIES);
            return { id, status: 'completed' as const };
          } catch (error) {
            ctx.log.error({ err: error, name }, 'could not send a message or read its reports');
            return { id, status: 'failed' as const };
          }
        }),
      ),
    );
  }

  await repeat('follow-up-payments', MINUTE, async () => {
    const delivered = await followUpPayments(ctx);
    if (delivered > 0) ctx.log.info({ delivered }, 'payments settled by the repeated job');
  });
  await repeat('send-refunds', MINUTE, async () => {
    const done = await sendRefunds(ctx);
    if (done > 0) ctx.log.info({ done }, 'refunds done');
  });
  await repeat('send-payouts', MINUTE, async () => {
    const done = await sendPayouts(ctx);
    if (done > 0) ctx.log.info({ done }, 'payouts done');
  });
  await repeat('offer-requests', MINUTE, async () => {
    await offerRequestsAgain(ctx);
  });
  await repeat('close-unpaid', BY_DAY, async () => {
    const closed = await closeUnpaidOrders(ctx);
    if (closed > 0) ctx.log.info({ closed }, 'unpaid orders closed');
  });
  await repeat('sweep', NIGHT, async () => {
    const now = ctx.clock.now();
    await sweepIdempotencyKeys(ctx.db, now);
    await sweepSessions(ctx);
    await sweepAttempts(ctx);
    await sweepCodes(ctx);
    await sweepMessages(ctx);
    await sweepFiles(ctx);
  });
  await repeat('check-counts', LATER_AT_NIGHT, () => checkCounts(ctx));
  await repeat('count-prescribed', LATER_AT_NIGHT, () => countPrescribed(ctx));
  await deliver('send-sms', (data, isLast) => deliverSms(ctx, data, isLast));
  await deliver('report-sms', (data) => applyReports(ctx, data));
  await deliver('send-push', (data) => deliverPush(ctx, data));
  return { stop: () => boss.stop({ graceful: true, timeout: 5_000 }) };
}
