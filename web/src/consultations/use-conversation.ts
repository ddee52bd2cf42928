import type { SenderType } from '@amasin/domain/consultations/consultation.ts';
import { consultationEndpoints } from '@amasin/domain/consultations/endpoints.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { call } from '../lib/call.ts';
import { keys } from '../lib/keys.ts';
import { emitLive, onLive, useLive } from '../lib/live.ts';
import { addEarly, addMessages, fetchChat, fetchOlder, readLoaded } from './api.ts';

/** Interval of requests for new messages without a live connection, ms. */
const POLL_MS = 10_000;

/** A consultation and its messages, which arrive by the live connection; those that it missed are read afterwards. */
export function useConversation(chatId: string) {
  const queries = useQueryClient();
  const { connected } = useLive();
  const query = useQuery({
    queryKey: keys.consultations.detail(chatId),
    queryFn: ({ signal }) => fetchChat(queries, chatId, signal),
    staleTime: 0,
    refetchOnWindowFocus: 'always',
    refetchInterval: ({ state }) => (connected || state.data?.chat.status === 'completed' ? false : POLL_MS),
  });

  const readAgain = useCallback(() => {
    void queries.invalidateQueries({ queryKey: keys.consultations.detail(chatId) });
  }, [queries, chatId]);

  const isLoaded = query.data !== undefined;
  useEffect(() => {
    if (isLoaded) addEarly(queries, chatId);
  }, [isLoaded, queries, chatId]);

  useEffect(
    () =>
      onLive('newMessage', ({ chatId: id, message }) => {
        if (id === chatId) addMessages(queries, chatId, [message]);
      }),
    [chatId, queries],
  );

  useEffect(() => {
    const ofThis = (event: { chatId: string }) => {
      if (event.chatId === chatId) readAgain();
    };
    const stop = [onLive('chatAccepted', ofThis), onLive('chatCompleted', ofThis)];
    return () => {
      for (const each of stop) each();
    };
  }, [chatId, readAgain]);

  useEffect(() => {
    if (!connected) return;
    let left = false;
    emitLive('joinChat', { chatId })
      .catch(() => null)
      // Only now: a message sent between an earlier response and the joining would be missed.
      .then(() => left || readAgain());
    return () => {
      left = true;
      emitLive('leaveChat', { chatId }).catch(() => null);
    };
  }, [chatId, connected, readAgain]);

  return { query, older: useOlder(chatId) };
}

/** The messages before the loaded ones, 50 at a time. */
function useOlder(chatId: string) {
  const queries = useQueryClient();
  const [isComplete, setComplete] = useState(false);
  const { mutate, isPending, isError } = useMutation({
    mutationFn: async () => {
      const first = readLoaded(queries, chatId)?.messages[0]?.seq ?? 1;
      return first > 1 ? fetchOlder(chatId, first) : [];
    },
    onSuccess: (messages) => {
      if (messages.length === 0) setComplete(true);
      else addMessages(queries, chatId, messages);
    },
  });
  const load = useCallback(() => mutate(), [mutate]);
  return { load, isLoading: isPending, isFailed: isError, isComplete };
}

/** Marks messages as read on the server, then reloads the lists. */
export function useMarkRead(chatId: string) {
  const queries = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: (seq: number) =>
      call(consultationEndpoints.markChatRead, { params: { id: chatId }, body: { seq } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: keys.consultations.lists }),
  });
  return mutate;
}

/** « écrit… » disappears after this time without a `typing` event, ms. */
const SHOWN_MS = 5000;
/** At most one `typing` event is emitted in this time, ms. */
const EVERY_MS = 3000;

/** @returns whether the other participant is writing; and what to call when the user writes */
export function useTyping(chatId: string, own: SenderType) {
  const [isTyping, setTyping] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const end = () => {
      clearTimeout(timer);
      setTyping(false);
    };
    const stop = [
      onLive('typing', ({ chatId: id }) => {
        if (id !== chatId) return;
        clearTimeout(timer);
        timer = setTimeout(end, SHOWN_MS);
        setTyping(true);
      }),
      onLive('newMessage', ({ chatId: id, message }) => {
        if (id === chatId && message.senderType !== own) end();
      }),
    ];
    return () => {
      clearTimeout(timer);
      for (const each of stop) each();
    };
  }, [chatId, own]);

  const toldAt = useRef(Number.NEGATIVE_INFINITY);
  const tell = useCallback(() => {
    if (performance.now() - toldAt.current < EVERY_MS) return;
    toldAt.current = performance.now();
    emitLive('typing', { chatId }).catch(() => null);
  }, [chatId]);
  return { isTyping, tell };
}
