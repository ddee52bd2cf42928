import { createHmac } from 'node:crypto';
import type { smsEndpoints } from '@amasin/domain/sms/endpoints.ts';
import { buildOrder } from '../builders/order.ts';
import { smsMessages } from '../database/schema/sms.ts';
import { REPORT_SECRET, WHATSAPP } from '../testing/messages.ts';
import type { ScenariosOf } from './scenario.ts';

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
