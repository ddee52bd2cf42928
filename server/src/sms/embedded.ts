import type { Clock, Log } from '../ctx.ts';
import { SmsFailure, type SmsSender } from '../ports/sms-sender.ts';

export interface Sms {
  readonly to: string;
  readonly text: string;
  readonly at: Date;
}

export interface EmbeddedSms extends SmsSender {
  /** Newest first. */
  recent(): readonly Sms[];
}

const LIMIT = 100;

/** Sends nothing: messages are shown in the server's log and, in demo mode, on a page. */
export function embeddedSms({ clock, log }: { clock: Clock; log: Log }): EmbeddedSms {
  const sent: Sms[] = [];
  return {
    recent: () => sent,
    send: async ({ to, text }) => {
      sent.unshift({ to, text, at: clock.now() });
      sent.splice(LIMIT);
      // A warning, so that it is logged at the default level.
      log.warn({ to, text }, 'demo SMS');
      return { channel: 'sms', vendorId: null };
    },
  };
}

/** Without a provider nothing is sent, which is logged at start. */
export const noSms: SmsSender = {
  send: () => Promise.reject(new SmsFailure('off', 'no SMS provider is set')),
};
