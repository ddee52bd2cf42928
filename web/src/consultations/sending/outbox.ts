import { consultationEndpoints } from '@amasin/domain/consultations/endpoints.ts';
import { call } from '../../lib/call.ts';
import * as outbox from '../../lib/outbox.ts';
import { UNSENT_MESSAGES } from '../../lib/stored.ts';

/** A message that the server may not have yet, with the identifier under which it stores it once. */
export type Unsent = {
  chatId: string;
  clientMessageId: string;
  content: string;
  /** Key of an uploaded file. */
  file: string | null;
  prescriptionNumber: string | null;
  /** When it was written, ISO. */
  at: string;
};

export type Outgoing = outbox.Outgoing<Unsent>;

/** The messages of this person that are not sent yet. */
export const outboxOf = outbox.defineOutbox({
  name: UNSENT_MESSAGES,
  isEntry: isUnsent,
  keyOf: ({ clientMessageId }) => clientMessageId,
  send: async ({ chatId, content, clientMessageId, file, prescriptionNumber }) => {
    const body = { content, clientMessageId, file, prescriptionNumber };
    const { message } = await call(consultationEndpoints.sendMessage, { params: { id: chatId }, body });
    return message;
  },
});

function isUnsent(value: unknown): value is Unsent {
  if (typeof value !== 'object' || value === null) return false;
  const { chatId, clientMessageId, content, file, prescriptionNumber, at } = value as Record<string, unknown>;
  const isTextOrNull = (part: unknown) => part === null || typeof part === 'string';
  return (
    [chatId, clientMessageId, content, at].every((part) => typeof part === 'string') &&
    isTextOrNull(file) &&
    isTextOrNull(prescriptionNumber)
  );
}
