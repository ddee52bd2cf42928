import type { Chat, ChatMessage } from '@amasin/domain/consultations/consultation.ts';
import { consultationEndpoints } from '@amasin/domain/consultations/endpoints.ts';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { call } from '../lib/call.ts';
import { keys } from '../lib/keys.ts';
import { useLongList } from '../lib/lists.ts';

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

/** How many messages one request reads after those that are loaded (the server's maximum). */
const CATCH_UP = 200;
/** Refetch interval of the availability, ms: no live event announces its changes. */
const AVAILABILITY_MS = 150_000;

/** A consultation with the messages that are loaded, in order. */
export type LoadedChat = { chat: Omit<Chat, 'messages'>; messages: readonly ChatMessage[] };

/** The customer's consultations, most recent first. */
export function usePatientChats() {
  return useLongList({
    queryKey: keys.consultations.list({}),
    fetchPage: (page, signal) =>
      call(consultationEndpoints.listPatientChats, { query: { page } }, { signal }),
    rowsOf: ({ chats }) => chats,
  });
}

/** Whether a doctor is available now, and the number to call in an emergency. */
export function useAvailability() {
  return useQuery({
    queryKey: keys.availability.all,
    queryFn: ({ signal }) => call(consultationEndpoints.chatAvailability, {}, { signal }),
    refetchInterval: AVAILABILITY_MS,
  });
}

export const readLoaded = (queries: QueryClient, id: string) =>
  queries.getQueryData<LoadedChat>(keys.consultations.detail(id));

/** Messages that arrived before the first response. */
const early = (id: string) => ['consultations', 'early', id] as const;

/** The consultation, with the messages after the loaded ones: all of them, or the latest ones when none is loaded. */
export async function fetchChat(queries: QueryClient, id: string, signal: AbortSignal): Promise<LoadedChat> {
  let found = readLoaded(queries, id)?.messages ?? [];
  for (;;) {
    const after = lastWithoutGap(found);
    const query = after === 0 ? {} : { after, limit: CATCH_UP };
    const response = await call(consultationEndpoints.readChat, { params: { id }, query }, { signal });
    const { messages, ...chat } = response.chat;
    // Messages may have arrived by the live connection meanwhile.
    found = merge(merge(found, messages), readLoaded(queries, id)?.messages ?? []);
    const last = Math.max(chat.lastSeq, found.at(-1)?.seq ?? 0);
    if (messages.length === 0 || lastWithoutGap(found) >= last) return { chat, messages: found };
  }
}

/** Adds messages to a loaded consultation; reads it again when some are missing before them. */
export function addMessages(queries: QueryClient, id: string, incoming: readonly ChatMessage[]): void {
  const queryKey = keys.consultations.detail(id);
  const loaded = queries.setQueryData<LoadedChat>(
    queryKey,
    (before) => before && { ...before, messages: merge(before.messages, incoming) },
  );
  if (loaded === undefined) {
    queries.setQueryData<readonly ChatMessage[]>(early(id), (before = []) => merge(before, incoming));
    return;
  }
  const last = loaded.messages.at(-1)?.seq ?? 0;
  if (lastWithoutGap(loaded.messages) < last) void queries.invalidateQueries({ queryKey });
}

/** Adds the messages that arrived before the first response. */
export function addEarly(queries: QueryClient, id: string): void {
  addMessages(queries, id, queries.getQueryData<readonly ChatMessage[]>(early(id)) ?? []);
}

export async function fetchOlder(id: string, before: number): Promise<readonly ChatMessage[]> {
  const query = { before };
  const { chat } = await call(consultationEndpoints.readChat, { params: { id }, query });
  return chat.messages;
}
