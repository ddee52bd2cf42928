import type { ChatMessage } from '@amasin/domain/consultations/consultation.ts';
import { withoutSent } from '../merge.ts';
import type { Outgoing } from '../sending/outbox.ts';
import { dayOf } from './day.ts';

export type ConversationRow = {
  /** The same before and after the server has the message. */
  key: string;
  at: Date;
  /** The first one of its day. */
  startsDay: boolean;
} & ({ message: ChatMessage; outgoing: null } | { message: null; outgoing: Outgoing });

/** The messages, then those that are not sent yet. */
export function toRows(
  messages: readonly ChatMessage[],
  unsent: readonly Outgoing[],
): readonly ConversationRow[] {
  let day: string | null = null;
  const startsDay = (at: Date) => {
    const before = day;
    day = dayOf(at);
    return day !== before;
  };
  return [
    ...messages.map((message) => {
      const at = new Date(message.timestamp);
      const key = message.clientMessageId ?? message._id;
      return { key, at, startsDay: startsDay(at), message, outgoing: null };
    }),
    ...withoutSent(unsent, messages).map((outgoing) => {
      const at = new Date(outgoing.at);
      return { key: outgoing.clientMessageId, at, startsDay: startsDay(at), message: null, outgoing };
    }),
  ];
}
