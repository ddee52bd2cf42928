import { createHmac } from 'node:crypto';
import type { smsEndpoints } from '@amasin/domain/sms/endpoints.ts';
import { desc } from 'drizzle-orm';
import { buildOrder } from '../builders/order.ts';
import { smsMessages } from '../database/schema/sms.ts';
import { markAttempt } from '../sms/queries.ts';
import { sendSms } from '../sms/send.ts';
import { codeWords } from '../sms/texts.ts';
import { REPORT_SECRET, WHATSAPP } from '../testing/messages.ts';
import type { ScenariosOf } from './scenario.ts';
import type { World } from './world.ts';

/** A message that failed for good, whose job the queue keeps. */
async function failedMessage({ server }: World): Promise<string> {
  await sendSms(server.ctx, server.db, { to: '+2290197000001', words: codeWords('123456') });
  const [message] = await server.db.select().from(smsMessages).orderBy(desc(smsMessages.id)).limit(1);
  const id = message?.id ?? '';
  const failed = { reason: 'outage', detail: null, isLast: true, at: server.clock.now() } as const;
  await markAttempt(server.db, id, failed);
  return id;
}

export const smsScenarios: ScenariosOf<typeof smsEndpoints> = {
  readSms: {
    legal: () => ({}),
    rows: async ({ server }) => {
      const { id: about } = await buildOrder(server.db);
      const at = server.clock.now();
      const failed = {
        state: 'failed',
        reason: 'refused',
        detail: 'Unknown subscriber',
        settledAt: at,
      } as const;
      await server.db
        .insert(smsMessages)
        .values({ kind: 'paid', about, phone: '01 •• •• •• 34', createdAt: at, ...failed });
    },
  },
  sendTestSms: { legal: () => ({}) },
  resendSms: { legal: async (world) => ({ params: { id: await failedMessage(world) } }) },
  reportSms: {
    legal: () => ({
      params: { secret: REPORT_SECRET },
      rawBody: JSON.stringify({ messageId: 'unknown', status: 'delivered' }),
    }),
  },
  verifyWhatsApp: {
    legal: () => ({
      query: { 'hub.verify_token': WHATSAPP.WHATSAPP_VERIFY_TOKEN, 'hub.challenge': '1158201444' },
    }),
  },
  reportWhatsApp: {
    legal: () => {
      const rawBody = JSON.stringify({ entry: [] });
      const hmac = createHmac('sha256', WHATSAPP.WHATSAPP_APP_SECRET).update(rawBody);
      return { rawBody, headers: { 'x-hub-signature-256': `sha256=${hmac.digest('hex')}` } };
    },
  },
};
