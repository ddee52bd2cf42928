import type { ChatMessage } from '@amasin/domain/consultations/consultation.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { useSender, useUnsent } from '../../lib/outbox.ts';
import { randomName } from '../../lib/stored.ts';
import { addMessages } from '../api.ts';
import { outboxOf, type Unsent } from './outbox.ts';

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
      const at = new Date().toISOString();
      box.add({ chatId: id, clientMessageId: randomName(), content, file, prescriptionNumber, at });
    },
    [box],
  );
  return { unsent, add, retry: box.retry, remove: box.remove };
}
