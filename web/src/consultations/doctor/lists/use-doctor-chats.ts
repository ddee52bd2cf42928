import { consultationEndpoints } from '@amasin/domain/consultations/endpoints.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { call } from '../../../lib/call.ts';
import { keys } from '../../../lib/keys.ts';
import { onLive } from '../../../lib/live.ts';
import { type DoctorChats, withoutRequest, withRequest } from './doctor-chats.ts';

const queryKey = keys.consultations.list({ of: 'doctor' });

/** The pending requests, oldest first, and the doctor's consultations: active ones, then completed ones. */
export function useDoctorChats() {
  return useQuery({
    queryKey,
    queryFn: ({ signal }) => call(consultationEndpoints.listDoctorChats, {}, { signal }),
  });
}

/** Returns a function that updates the cached lists; a request in flight is restarted. */
export function useEdit() {
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
      edit((chats) => withRequest(chats, request, new Date())),
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
