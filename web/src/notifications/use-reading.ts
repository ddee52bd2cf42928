import { notificationEndpoints } from '@amasin/domain/notifications/endpoints.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '../lib/api-error.ts';
import { call } from '../lib/call.ts';
import { keys } from '../lib/keys.ts';
import { toast } from '../lib/toast.tsx';
import type { Latest } from './api.ts';

const readingKey = ['notifications', 'reading'] as const;

/** Marks one (null: all) as read: optimistic, undone when the server refuses. */
export function useReading() {
  const queries = useQueryClient();
  const { mutate } = useMutation({
    mutationKey: readingKey,
    mutationFn: (id: string | null) =>
      id === null
        ? call(notificationEndpoints.readAllNotifications)
        : call(notificationEndpoints.readNotification, { params: { id } }),
    onMutate: async (id) => {
      // A pending response would restore the old state.
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
      // While another one is pending, the server's state is older than ours.
      if (queries.isMutating({ mutationKey: readingKey }) > 1) return;
      void queries.invalidateQueries({ queryKey: keys.notifications.all });
    },
  });
  return mutate;
}

/** What one mark-as-read changes: ids among the loaded rows, and how many unread ones in total. */
type Reading = { ids: ReadonlySet<string>; count: number };

/** What marking this one (null: all) as read changes. */
function readingOf({ notifications, unread }: Latest, id: string | null): Reading {
  const ids = notifications
    .filter(({ _id, isRead }) => !isRead && (id === null || _id === id))
    .map(({ _id }) => _id);
  return { ids: new Set(ids), count: id === null ? unread : ids.length };
}

/** Applies it, or undoes it. */
function markAs(latest: Latest, { ids, count }: Reading, isRead: boolean): Latest {
  return {
    ...latest,
    unread: Math.max(0, latest.unread + (isRead ? -count : count)),
    notifications: latest.notifications.map((one) => (ids.has(one._id) ? { ...one, isRead } : one)),
  };
}
