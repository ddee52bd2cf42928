import { notificationEndpoints } from '@amasin/domain/notifications/endpoints.ts';
import type { Notification } from '@amasin/domain/notifications/notification.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../lib/api/call.ts';
import { keys } from '../lib/api/keys.ts';
import { onLive } from '../lib/live/live.ts';

/** Number of notifications in the panel (SPEC 9). */
const SHOWN = 10;
/** Notifications that arrive within this time are shown together, ms. */
const COLLECT_MS = 250;

export type Latest = Awaited<ReturnType<typeof fetchLatest>>;

function fetchLatest(signal: AbortSignal) {
  return call(notificationEndpoints.listNotifications, { query: { limit: SHOWN } }, { signal });
}

/** The user's latest notifications. New ones arrive by the live connection. */
export function useLatestNotifications() {
  const latest = useQuery({
    queryKey: keys.notifications.all,
    queryFn: ({ signal }) => fetchLatest(signal),
    // By default only changes of fields that the first render reads cause a render; the lazy panel reads more of them later.
    notifyOnChangeProps: 'all',
  });
  const queries = useQueryClient();
  useEffect(() => {
    let arrived: Notification[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    const unsubscribe = onLive('notification', (notification) => {
      arrived.push(notification);
      timer ??= setTimeout(() => {
        const added = arrived;
        timer = undefined;
        arrived = [];
        const before = queries.getQueryData<Latest>(keys.notifications.all);
        if (before === undefined) void queries.invalidateQueries({ queryKey: keys.notifications.all });
        else queries.setQueryData<Latest>(keys.notifications.all, withArrived(before, added));
      }, COLLECT_MS);
    });
    return () => {
      unsubscribe();
      clearTimeout(timer);
    };
  }, [queries]);
  return latest;
}

/** Prepends notifications, each once: after a reconnection some may be in the list already. */
function withArrived(before: Latest, arrived: readonly Notification[]): Latest {
  const known = new Set(before.notifications.map(({ _id }) => _id));
  const added = arrived.filter(({ _id }) => !known.has(_id) && known.add(_id));
  return {
    notifications: [...added.toReversed(), ...before.notifications].slice(0, SHOWN),
    total: before.total + added.length,
    unread: before.unread + added.length,
  };
}
