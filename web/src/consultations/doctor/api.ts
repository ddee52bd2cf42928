import type { Chat, ChatSummary } from '@amasin/domain/consultations/consultation.ts';
import { consultationEndpoints } from '@amasin/domain/consultations/endpoints.ts';
import type { ResponseBody } from '@amasin/domain/contract/endpoint.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { ApiError } from '../../lib/api-error.ts';
import { call } from '../../lib/call.ts';
import { timeNow } from '../../lib/clock.ts';
import { keys } from '../../lib/keys.ts';
import { onLive } from '../../lib/live.ts';
import { useChange } from '../../lib/use-change.ts';

/** The lists of a doctor, as the server sends them. */
type DoctorChats = ResponseBody<typeof consultationEndpoints.listDoctorChats>;

type NewRequest = Pick<ChatSummary, 'chatId' | 'patientName' | 'initialMessage'>;

/** Adds a request as the last one. One that is already listed is not added again. */
function withRequest(chats: DoctorChats, request: NewRequest, now: Date): DoctorChats {
  const isKnown = [...chats.pendingRequests, ...chats.activeChats].some(({ _id }) => _id === request.chatId);
  if (isKnown) return chats;
  return { ...chats, pendingRequests: [...chats.pendingRequests, summaryOf(request, now)] };
}

function withoutRequest(chats: DoctorChats, id: string): DoctorChats {
  return { ...chats, pendingRequests: chats.pendingRequests.filter(({ _id }) => _id !== id) };
}

/** Moves a request to the doctor's consultations. */
function withAccepted(chats: DoctorChats, { messages: _, ...accepted }: Chat): DoctorChats {
  const others = chats.activeChats.filter(({ _id }) => _id !== accepted._id);
  return { ...withoutRequest(chats, accepted._id), activeChats: [accepted, ...others] };
}

/** The fields that a doctor reads of a request (rule 28). */
function summaryOf({ chatId, patientName, initialMessage }: NewRequest, now: Date): ChatSummary {
  const createdAt = now.toISOString();
  return {
    _id: chatId,
    chatId,
    patientId: null,
    patientName,
    patientPhone: null,
    patientEmail: null,
    doctorId: null,
    doctorName: null,
    status: 'pending',
    createdAt,
    acceptedAt: null,
    completedAt: null,
    initialMessage,
    lastSeq: 1,
    unread: 0,
    lastMessage: {
      seq: 1,
      senderType: 'patient',
      content: initialMessage,
      timestamp: createdAt,
      hasFile: false,
    },
    allowedActions: ['accept'],
  };
}

const queryKey = keys.consultations.list({ of: 'doctor' });

/** The pending requests, oldest first, and the doctor's consultations: active ones, then completed ones. */
export function useDoctorChats() {
  return useQuery({
    queryKey,
    queryFn: ({ signal }) => call(consultationEndpoints.listDoctorChats, {}, { signal }),
  });
}

/** Returns a function that updates the cached lists; a request in flight is restarted. */
function useEdit() {
  const queries = useQueryClient();
  return useCallback(
    (edit: (chats: DoctorChats) => DoctorChats) => {
      const list = { queryKey, exact: true };
      const isFetching = queries.isFetching(list) > 0;
      const isFirst = queries.getQueryData(queryKey) === undefined;
      queries.setQueryData<DoctorChats>(queryKey, (chats) => chats && edit(chats));
      if (!isFetching) return;
      // The response in flight may be older than this change. Invalidation alone does not restart a first request.
      const stopped = isFirst ? queries.cancelQueries(list) : Promise.resolve();
      void stopped.then(() => queries.invalidateQueries(list));
    },
    [queries],
  );
}

/** Adds and removes requests on the events `newChatRequest` and `chatTaken`. */
export function useRequestEvents(): void {
  const edit = useEdit();
  useEffect(() => {
    const unsubscribeNew = onLive('newChatRequest', (request) =>
      edit((chats) => withRequest(chats, request, new Date(timeNow()))),
    );
    const unsubscribeTaken = onLive('chatTaken', ({ chatId }) =>
      edit((chats) => withoutRequest(chats, chatId)),
    );
    return () => {
      unsubscribeNew();
      unsubscribeTaken();
    };
  }, [edit]);
}

/**
 * The patient of a consultation in which the doctor may prescribe; null if there is none, undefined until the lists are
 * loaded.
 */
export function usePatient(chatId: string | null) {
  const { data, isPending } = useDoctorChats();
  if (chatId === null) return null;
  const chat = data?.activeChats.find(({ _id }) => _id === chatId);
  if (chat === undefined) return isPending ? undefined : null;
  if (!chat.allowedActions.includes('prescribe')) return null;
  return { consultationId: chat._id, name: chat.patientName, phone: chat.patientPhone };
}

const FAILED = 'Erreur lors de la mise à jour';

/** Accepts a request. One that another doctor has accepted, or that no longer exists, is removed from the list. */
export function useAccept() {
  const edit = useEdit();
  return useChange({
    resource: 'consultations',
    mutationFn: (id: string) => call(consultationEndpoints.acceptChat, { params: { id } }),
    cache: (_queries, { chat }) => edit((chats) => withAccepted(chats, chat)),
    failed: FAILED,
    onFailed: (error, id) => {
      if (error instanceof ApiError && (error.status === 409 || error.status === 404))
        edit((chats) => withoutRequest(chats, id));
    },
  });
}

/** Completes a consultation. */
export function useComplete(onDone: () => void) {
  return useChange({
    resource: 'consultations',
    mutationFn: (id: string) => call(consultationEndpoints.completeChat, { params: { id } }),
    done: 'Consultation terminée',
    failed: FAILED,
    onDone,
  });
}

/** A consultation that is not in the lists: too old, or a request that another doctor has taken (404). */
export function useUnlisted(id: string, enabled: boolean) {
  return useQuery({
    queryKey: [...keys.consultations.detail(id), 'summary'],
    queryFn: ({ signal }) =>
      call(consultationEndpoints.readChat, { params: { id }, query: { limit: 1 } }, { signal }).then(
        ({ chat }) => chat,
      ),
    enabled,
  });
}
