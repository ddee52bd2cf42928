import type { Log } from '../../ctx.ts';
import type { SmsSender } from '../../ports/sms-sender.ts';
import { failureOf } from '../deliver-sms.ts';
import type { WhatsApp } from './whatsapp.ts';

/** Sends what has a template by WhatsApp, and by SMS what it refuses or does not answer. */
export function whatsAppFirst(whatsApp: WhatsApp, sms: SmsSender, log: Log): SmsSender {
  return {
    ...sms,
    whatsApp,
    async send(message) {
      if (!whatsApp.canSend(message)) return sms.send(message);
      try {
        return await whatsApp.send(message);
      } catch (error) {
        const { reason } = failureOf(error);
        log.warn({ err: error, kind: message.kind, reason }, 'WhatsApp refused a message: sent by SMS');
        return sms.send(message);
      }
    },
  };
}
