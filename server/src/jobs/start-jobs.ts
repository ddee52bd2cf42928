import { type RepeatedJob, repeatedJobs } from '@amasin/domain/house/jobs.ts';
import type { PgBoss } from 'pg-boss';
import { tellSettlement } from '../benefits/prepare.ts';
import { sendPayouts } from '../benefits/send.ts';
import { offerRequestsAgain } from '../consultations/talk.ts';
import type { SystemCtx } from '../ctx.ts';
import { askFeedback } from '../feedback/give.ts';
import { sweepBytes, sweepUnbound } from '../files/sweep-files.ts';
import { countPrescribed } from '../medications/find.ts';
import { deliverPush } from '../notifications/push.ts';
import { tellLate } from '../orders/advance.ts';
import { closeUnpaidOrders } from '../orders/cancel.ts';
import { followInquiries } from '../orders/inquire.ts';
import { sweepPayLinks } from '../orders/pay-link.ts';
import { lapseSubstitutions } from '../orders/substitute.ts';
import { followUpPayments } from '../payments/confirm.ts';
import { findMoneyHold } from '../payments/queries.ts';
import { sendRefunds } from '../payments/refund.ts';
import type { JobData } from '../ports/jobs.ts';
import { endPrescriptions } from '../prescriptions/rests.ts';
import { tellRecalls } from '../recalls/tell.ts';
import { eraseOld } from '../retention/keep.ts';
import { sweepIdempotencyKeys } from '../routing/idempotency.ts';
import { sweepAttempts, sweepCodes, sweepSessions } from '../session/sweeps.ts';
import { deliverSms } from '../sms/deliver.ts';
import { applyReports } from '../sms/reports.ts';
import { sweepMessages } from '../sms/send.ts';
import { checkCounts } from '../stats/check-counts.ts';
import { tellEndingLicences } from '../users/licences.ts';
import { RETRIES } from './open-queue.ts';

const WAITS = 'refunds, payouts, messages and the follow-up of payments wait';

/**
 * Starts the background work: scheduled jobs, each run by one process only, and jobs enqueued by requests.
 * @param pollSeconds polling interval, s
 */
export async function startJobs(
  ctx: SystemCtx,
  boss: PgBoss,
  pollSeconds = 5,
): Promise<{ stop(): Promise<void> }> {
  // In maintenance they wait as after a restore (rule 43).
  const isWaiting = async () => ctx.settings.maintenance || (await findMoneyHold(ctx.db)) !== null;
  /** Runs a job that moves money, or decides by what the provider says of it, unless money waits. */
  const withMoney = (work: () => Promise<void>) => async () => {
    if (!(await isWaiting())) await work();
  };

  async function repeat(name: RepeatedJob, work: () => Promise<void>): Promise<void> {
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
    await boss.schedule(name, repeatedJobs[name].cron);
  }

  // A user is waiting for the message, so these queues are polled every second. They are polled no faster, and give no more at a
  // time: vendors limit their rate too, and a message that they refuse four times is lost. Codes come first (open-queue.ts).
  const soon = {
    batchSize: 20,
    pollingIntervalSeconds: Math.min(1, pollSeconds),
    perJobResults: true as const,
  };
  async function deliver<Name extends keyof JobData>(
    name: Name,
    work: (data: JobData[Name], isLast: boolean) => Promise<void>,
  ): Promise<void> {
    await boss.work<JobData[Name]>(name, soon, async (jobs) => {
      // A restore into the database of this running server may find messages in the queue.
      const hasToWait = name !== 'report-sms' && (await isWaiting());
      return Promise.all(
        jobs.map(async ({ id, data, retryCount }) => {
          if (hasToWait) return { id, status: 'failed' as const };
          try {
            await work(data, retryCount >= RETRIES[name]);
            return { id, status: 'completed' as const };
          } catch (error) {
            ctx.log.error({ err: error, name }, 'could not send a message or read its reports');
            return { id, status: 'failed' as const };
          }
        }),
      );
    });
  }

  await repeat(
    'follow-up-payments',
    withMoney(async () => {
      const delivered = await followUpPayments(ctx);
      if (delivered > 0) ctx.log.info({ delivered }, 'payments settled by the repeated job');
    }),
  );
  await repeat(
    'send-refunds',
    withMoney(async () => {
      const done = await sendRefunds(ctx);
      if (done > 0) ctx.log.info({ done }, 'refunds done');
    }),
  );
  await repeat(
    'send-payouts',
    withMoney(async () => {
      const done = await sendPayouts(ctx);
      if (done > 0) ctx.log.info({ done }, 'payouts done');
    }),
  );
  await repeat(
    'tell-settlement',
    withMoney(async () => {
      await tellSettlement(ctx);
    }),
  );
  await repeat('offer-requests', async () => {
    await offerRequestsAgain(ctx);
  });
  // It waits like money: an order may have been paid since the backup.
  await repeat(
    'close-unpaid',
    withMoney(async () => {
      const closed = await closeUnpaidOrders(ctx);
      if (closed > 0) ctx.log.info({ closed }, 'unpaid orders closed');
    }),
  );
  // It waits like money: an order may have been delivered since the backup.
  await repeat(
    'tell-late',
    withMoney(async () => {
      const told = await tellLate(ctx);
      if (told > 0) ctx.log.info({ told }, 'customers told that their orders are late');
    }),
  );
  // It waits like money: somebody may have answered since the backup.
  await repeat(
    'lapse-substitutes',
    withMoney(async () => {
      await lapseSubstitutions(ctx);
    }),
  );
  // It waits like money: a pharmacy may have answered since the backup.
  await repeat(
    'follow-inquiries',
    withMoney(async () => {
      await followInquiries(ctx);
    }),
  );
  // It waits like money: it may have been asked since the backup.
  await repeat(
    'ask-feedback',
    withMoney(async () => {
      const asked = await askFeedback(ctx);
      if (asked > 0) ctx.log.info({ asked }, 'customers asked about their deliveries');
    }),
  );
  await repeat(
    'follow-recalls',
    withMoney(async () => {
      const told = await tellRecalls(ctx);
      if (told > 0) ctx.log.info({ told }, 'customers told of a recall');
    }),
  );
  // It waits like money: an order may have taken the rest since the backup.
  await repeat(
    'end-prescriptions',
    withMoney(async () => {
      const closed = await endPrescriptions(ctx);
      if (closed > 0) ctx.log.info({ closed }, 'prescriptions closed at the end of their validity');
    }),
  );
  await repeat('tell-licences', async () => {
    await tellEndingLicences(ctx);
  });
  await repeat('sweep-uploads', () => sweepUnbound(ctx));
  await repeat('sweep', async () => {
    const now = ctx.clock.now();
    await sweepIdempotencyKeys(ctx.db, now);
    await sweepSessions(ctx);
    await sweepAttempts(ctx);
    await sweepCodes(ctx);
    await sweepMessages(ctx);
    await sweepPayLinks(ctx);
    await sweepBytes(ctx);
  });
  // After the sweep, which removes the bytes of erased files the next night: a backup that had begun still finds them.
  await repeat('keep', async () => {
    await eraseOld(ctx);
  });
  await repeat('check-counts', () => checkCounts(ctx));
  await repeat('count-prescribed', () => countPrescribed(ctx));
  await deliver('report-sms', (data) => applyReports(ctx, data));
  await deliver('tell-recall', async () => {
    await tellRecalls(ctx);
  });
  const messages = ['send-sms', 'send-push'] as const;
  const stopWatching = await whileFree(isWaiting, pollSeconds * 1000, ctx, {
    start: async () => {
      await deliver('send-sms', (data, isLast) => deliverSms(ctx, data, isLast));
      await deliver('send-push', (data) => deliverPush(ctx, data));
    },
    stop: async () => {
      for (const name of messages) await boss.offWork(name);
    },
  });
  return {
    stop: () => {
      stopWatching();
      return boss.stop({ graceful: true, timeout: 5_000 });
    },
  };
}

/**
 * Sends messages while nothing makes them wait: until then they stay in their queues, which drop those that are too old to be of use.
 * Maintenance begins and ends on a screen, so it is asked again and again.
 * @returns a function that ends the asking
 */
async function whileFree(
  isWaiting: () => Promise<boolean>,
  pollMs: number,
  { log }: SystemCtx,
  { start, stop }: { start: () => Promise<void>; stop: () => Promise<void> },
): Promise<() => void> {
  let isSending = !(await isWaiting());
  if (isSending) await start();
  else log.warn({}, WAITS);
  let isAsking = false;
  const timer = setInterval(async () => {
    if (isAsking) return;
    isAsking = true;
    try {
      if ((await isWaiting()) !== isSending) return;
      log.warn({}, isSending ? WAITS : 'money and messages go out again');
      await (isSending ? stop() : start());
      isSending = !isSending;
    } catch (error) {
      log.error({ err: error }, 'could not see whether money and messages wait');
    } finally {
      isAsking = false;
    }
  }, pollMs);
  return () => clearInterval(timer);
}
