import type { Pool } from 'pg';
import type { SystemCtx } from '../ctx.ts';
import { openQueue, type Queue } from '../jobs/open-queue.ts';
import type { JobData, Jobs } from '../ports/jobs.ts';
import type { SmsSender } from '../ports/sms-sender.ts';
import { deliverSms } from '../sms/deliver-sms.ts';
import type { Sms } from '../sms/embedded.ts';

/** The job queue and the SMS sender of a test. */
export interface Messages {
  readonly jobs: Jobs;
  readonly sms: SmsSender;
  /** Delivers the queued messages and returns all, newest first. */
  delivered(ctx: SystemCtx): Promise<readonly Sms[]>;
  close(): Promise<void>;
}

/** Opens the queue with the first message: most tests send none. */
export function testMessages(pool: Pool, { clock, log }: Pick<SystemCtx, 'clock' | 'log'>): Messages {
  let opening: Promise<Queue> | null = null;
  const queue = () => {
    opening ??= openQueue(pool, (error) => log.error({ err: error }, 'test queue error'), {
      upkeep: false,
    });
    return opening;
  };
  const sent: Sms[] = [];
  return {
    sms: { send: async (to, text) => void sent.unshift({ to, text, at: clock.now() }) },
    jobs: {
      add: async (tx, name, ...data) => {
        if (data.length > 0) await (await queue()).jobs.add(tx, name, ...data);
      },
    },
    delivered: async (ctx) => {
      const { boss } = await queue();
      for (;;) {
        const waiting = await boss.fetch<JobData['send-sms']>('send-sms', { batchSize: 100 });
        if (waiting.length === 0) return [...sent];
        for (const { id, data } of waiting) {
          await deliverSms(ctx, data);
          await boss.complete('send-sms', id);
        }
      }
    },
    close: async () => {
      await (await opening)?.boss.stop({ graceful: false });
    },
  };
}
