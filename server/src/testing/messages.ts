import type { Pool } from 'pg';
import type { SystemCtx } from '../ctx.ts';
import { openQueue, type Queue } from '../jobs/open-queue.ts';
import type { JobData, Jobs } from '../ports/jobs.ts';
import type { SmsSender } from '../ports/sms-sender.ts';
import { readSmsSettings } from '../settings/sms-settings.ts';
import { readWhatsAppSettings } from '../settings/whatsapp-settings.ts';
import { deliverSms } from '../sms/deliver.ts';
import type { Sms } from '../sms/embedded.ts';
import { httpSms } from '../sms/http-vendor.ts';
import { applyReports } from '../sms/reports.ts';
import { whatsApp } from '../sms/whatsapp.ts';

export const REPORT_SECRET = 'a-secret-of-the-reports-of-the-tests';
const SMS = {
  SMS_URL: 'https://sms.test/send',
  SMS_FIELDS: '{"to":"{to}","text":"{text}"}',
  SMS_REPORT_SECRET: REPORT_SECRET,
};
export const WHATSAPP = {
  WHATSAPP_TOKEN: 'token-of-tests',
  WHATSAPP_PHONE_ID: '123456',
  WHATSAPP_TEMPLATES: '{"paid":"commande_payee"}',
  WHATSAPP_APP_SECRET: 'secret-of-the-application-of-tests',
  WHATSAPP_VERIFY_TOKEN: 'a-token-of-32-bytes-that-whatsapp-repeats',
};

/** The job queue and the SMS sender of a test. */
export interface Messages {
  readonly jobs: Jobs;
  readonly sms: SmsSender;
  /** Delivers the queued messages, reads the reports that wait, and returns all messages, newest first. */
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
  const { readReports } = httpSms(readSmsSettings(SMS));
  const settings = readWhatsAppSettings(WHATSAPP);
  return {
    sms: {
      ...(readReports && { readReports }),
      ...(settings && { whatsApp: whatsApp(settings) }),
      send: async ({ to, text }) => {
        sent.unshift({ to, text, at: clock.now() });
        return { channel: 'sms', vendorId: null };
      },
    },
    jobs: {
      add: async (tx, name, ...data) => {
        if (data.length > 0) await (await queue()).jobs.add(tx, name, ...data);
      },
      addLater: async (tx, name, seconds, data) => (await queue()).jobs.addLater(tx, name, seconds, data),
    },
    delivered: async (ctx) => {
      const { boss } = await queue();
      const run = async <Name extends keyof JobData>(
        name: Name,
        work: (data: JobData[Name]) => Promise<void>,
      ) => {
        for (;;) {
          const waiting = await boss.fetch<JobData[Name]>(name, { batchSize: 100 });
          if (waiting.length === 0) return;
          for (const { id, data } of waiting) {
            await work(data);
            await boss.complete(name, id);
          }
        }
      };
      await run('send-sms', (data) => deliverSms(ctx, data, false));
      await run('report-sms', (data) => applyReports(ctx, data));
      return [...sent];
    },
    close: async () => {
      await (await opening)?.boss.stop({ graceful: false });
    },
  };
}
