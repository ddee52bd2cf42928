import type { ChatMessage } from '@amasin/domain/consultations/consultation.ts';

/** Adds messages, whatever their order and however many times they arrive. @returns them sorted by number, each once */
export function merge(messages: readonly ChatMessage[], incoming: readonly ChatMessage[]) {
  const byId = new Map(messages.map((message) => [message._id, message]));
  const fresh = incoming.filter(({ _id }) => !byId.has(_id));
  if (fresh.length === 0) return messages;
  for (const message of fresh) byId.set(message._id, message);
  return [...byId.values()].sort((one, other) => one.seq - other.seq);
}

/** The number up to which no message is missing after the first loaded one; 0 when none is loaded. */
export function lastWithoutGap(messages: readonly ChatMessage[]): number {
  let last = messages[0]?.seq ?? 0;
  for (const { seq } of messages) {
    if (seq > last + 1) break;
    last = seq;
  }
  return last;
}

/** Removes what the server has: the response to a request may be lost after the message is stored. */
export function withoutSent<T extends { clientMessageId: string }>(
  unsent: readonly T[],
  messages: readonly ChatMessage[],
): readonly T[] {
  const sent = new Set(messages.map(({ clientMessageId }) => clientMessageId));
  return unsent.filter(({ clientMessageId }) => !sent.has(clientMessageId));
}
