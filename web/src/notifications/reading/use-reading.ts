import { notificationEndpoints } from '@amasin/domain/notifications/endpoints.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '../../lib/api/api-error.ts';
import { call } from '../../lib/api/call.ts';
import { keys } from '../../lib/api/keys.ts';
import { toast } from '../../lib/toast/toast.tsx';
import type { Latest } from '../api.ts';
import { markAs, readingOf } from './mark-as.ts';

const readingKey = ['notifications', 'reading'] as const;

/** Marks one (all, with null) as read: shown at once, undone where the server refuses. */
export function useReading() {
  const queries = useQueryClient();
  const { mutate } = useMutation({
    mutationKey: readingKey,
    mutationFn: (id: string | null) =>
      id === null
        ? call(notificationEndpoints.readAllNotifications)
        : call(notificationEndpoints.readNotification, { params: { id } }),
    onMutate: async (id) => {
      // An answer under way would bring the old state back.
      await queries.cancelQueries({ queryKey: keys.notifications.all });
      const before = queries.getQueryData<Latest>(keys.notifications.all);
      if (before === undefined) return undefined;
      const reading = readingOf(before, id);
      queries.setQueryData(keys.notifications.all, markAs(before, reading, true));
      return reading;
    },
    onError: (error, _id, reading) => {
      const now = queries.getQueryData<Latest>(keys.notifications.all);
      if (now !== undefined && reading !== undefined) {
        queries.setQueryData(keys.notifications.all, markAs(now, reading, false));
      }
      toast.error(messageOf(error, "Erreur lors de l'opération"));
    },
    onSettled: () => {
      // While another reading is under way the server does not know of it yet.
      if (queries.isMutating({ mutationKey: readingKey }) > 1) return;
      void queries.invalidateQueries({ queryKey: keys.notifications.all });
    },
  });
  return mutate;
}
