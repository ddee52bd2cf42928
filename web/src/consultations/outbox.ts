import type { ChatMessage } from '@amasin/domain/consultations/consultation.ts';
import { consultationEndpoints } from '@amasin/domain/consultations/endpoints.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { call } from '../lib/call.ts';
import { timeNow } from '../lib/clock.ts';
import * as outbox from '../lib/outbox.ts';
import { useSender, useUnsent } from '../lib/outbox.ts';
import { nullable, object, text } from '../lib/schema.ts';
import { randomName, UNSENT_MESSAGES } from '../lib/stored.ts';
import { addMessages } from './api.ts';

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
const outboxOf = outbox.defineOutbox({
  name: UNSENT_MESSAGES,
  schema: object<Unsent>({
    chatId: text,
    clientMessageId: text,
    content: text,
    file: nullable(text),
    prescriptionNumber: nullable(text),
    at: text,
  }),
  keyOf: ({ clientMessageId }) => clientMessageId,
  send: async ({ chatId, content, clientMessageId, file, prescriptionNumber }) => {
    const body = { content, clientMessageId, file, prescriptionNumber };
    const { message } = await call(consultationEndpoints.sendMessage, { params: { id: chatId }, body });
    return message;
  },
});

type Written = Pick<Unsent, 'chatId'> & Partial<Omit<Unsent, 'clientMessageId' | 'at'>>;

/** Sends the messages of this person, including those of an earlier visit, and shows those of one consultation. */
export function useOutbox(personId: string, chatId: string | null) {
  const queries = useQueryClient();
  const box = outboxOf(personId);
  const all = useUnsent(box);
  const sender = useMemo(
    () => ({
      onSent: (message: ChatMessage, { chatId: id }: Unsent) => addMessages(queries, id, [message]),
    }),
    [queries],
  );
  useSender(box, sender);
  const unsent = useMemo(() => all.filter((one) => one.chatId === chatId), [all, chatId]);
  const add = useCallback(
    ({ chatId: id, content = '', file = null, prescriptionNumber = null }: Written) => {
      const at = new Date(timeNow()).toISOString();
      box.add({ chatId: id, clientMessageId: randomName(), content, file, prescriptionNumber, at });
    },
    [box],
  );
  return { unsent, add, retry: box.retry, remove: box.remove };
}
