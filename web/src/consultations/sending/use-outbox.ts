import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { useLive } from '../../lib/live/live.ts';
import { addMessages } from '../api.ts';
import { outboxOf } from './outbox.ts';

/** Sends the messages of this person, including those of an earlier visit, and shows those of one consultation. */
export function useOutbox(personId: string, chatId: string | null) {
  const queries = useQueryClient();
  const box = outboxOf(personId);
  const { connected } = useLive();
  const all = useSyncExternalStore(box.watch, box.read, box.read);
  useEffect(() => box.use((id, message) => addMessages(queries, id, [message])), [box, queries]);
  useEffect(() => {
    if (connected) box.retry();
  }, [box, connected]);
  const unsent = useMemo(() => all.filter((one) => one.chatId === chatId), [all, chatId]);
  return { unsent, add: box.add, retry: box.retry, remove: box.remove };
}
