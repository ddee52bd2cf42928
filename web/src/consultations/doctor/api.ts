import { consultationEndpoints } from '@amasin/domain/consultations/endpoints.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError, messageOf } from '../../lib/api-error.ts';
import { call } from '../../lib/call.ts';
import { invalidate, keys } from '../../lib/keys.ts';
import { toast } from '../../lib/toast.tsx';
import { useChange } from '../../lib/use-change.ts';
import { withAccepted, withoutRequest } from './lists/doctor-chats.ts';
import { useEdit } from './lists/use-doctor-chats.ts';

const FAILED = 'Erreur lors de la mise à jour';

/** Accepts a request. One that another doctor has accepted, or that no longer exists, is removed from the list. */
export function useAccept() {
  const edit = useEdit();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(consultationEndpoints.acceptChat, { params: { id } }),
    onSuccess: ({ chat }) => edit((chats) => withAccepted(chats, chat)),
    onError: (error, id) => {
      toast.error(messageOf(error, FAILED));
      if (error instanceof ApiError && (error.status === 409 || error.status === 404))
        edit((chats) => withoutRequest(chats, id));
    },
    onSettled: () => void invalidate(queries, 'consultations'),
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
