import { smsEndpoints } from '@amasin/domain/sms/endpoints.ts';
import { Refusal } from '../refusal.ts';
import { type HandlersOf, handler, noContent, ok } from '../routing/handlers.ts';
import { readMessages, receiveSmsReports, receiveWhatsAppReports } from './reports.ts';
import { resendSms, sendTestSms } from './send-again.ts';

export const smsHandlers: HandlersOf<typeof smsEndpoints> = {
  readSms: handler(smsEndpoints.readSms, { handle: async (ctx) => ok(await readMessages(ctx)) }),
  sendTestSms: handler(smsEndpoints.sendTestSms, { handle: async (ctx) => ok(await sendTestSms(ctx)) }),
  resendSms: handler(smsEndpoints.resendSms, {
    handle: async (ctx, { params }) => {
      await resendSms(ctx, params.id);
      return noContent();
    },
  }),
  reportSms: handler(smsEndpoints.reportSms, {
    handle: async (ctx, { params }, _resource, call) => {
      await receiveSmsReports(ctx, params.secret, call);
      return ok({ success: true });
    },
  }),
  verifyWhatsApp: handler(smsEndpoints.verifyWhatsApp, {
    handle: async ({ sms }, { query }) => {
      const { 'hub.verify_token': token = '', 'hub.challenge': challenge } = query;
      if (challenge === undefined || sms.whatsApp?.isVerified(token) !== true) throw new Refusal('NOT_FOUND');
      const headers = { 'content-type': 'text/plain; charset=utf-8' };
      return { status: 200, body: Buffer.from(challenge), headers };
    },
  }),
  reportWhatsApp: handler(smsEndpoints.reportWhatsApp, {
    handle: async (ctx, _input, _resource, call) => {
      await receiveWhatsAppReports(ctx, call);
      return ok({ success: true });
    },
  }),
};
