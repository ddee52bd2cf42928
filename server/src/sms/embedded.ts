import type { Clock, Log } from '../ctx.ts';
import type { SmsSender } from '../ports/sms-sender.ts';

export interface Sms {
  readonly to: string;
  readonly text: string;
  readonly at: Date;
}

export interface EmbeddedSms extends SmsSender {
  /** The latest first. */
  recent(): readonly Sms[];
}

const KEPT = 20;

/** Sends nothing: the server's log and, in a demonstration, a page show what would have been sent. */
export function embeddedSms({ clock, log }: { clock: Clock; log: Log }): EmbeddedSms {
  const sent: Sms[] = [];
  return {
    recent: () => sent,
    send: async (to, text) => {
      sent.unshift({ to, text, at: clock.now() });
      sent.splice(KEPT);
      // As a warning: seen at the level that the log has by default, and never meant for a true service.
      log.warn({ to, text }, 'an SMS of the demonstration');
    },
  };
}

/** No provider: messages go nowhere, which the log says at the start. */
export const noSms: SmsSender = { send: () => Promise.resolve() };
