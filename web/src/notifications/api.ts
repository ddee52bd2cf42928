import { notificationEndpoints } from '@amasin/domain/notifications/endpoints.ts';
import type { Notification } from '@amasin/domain/notifications/notification.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../lib/call.ts';
import { keys } from '../lib/keys.ts';
import { onLive } from '../lib/live.ts';

/** Number of notifications in the panel. */
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
        const after = before === undefined ? null : withArrived(before, added);
        if (after === null) void queries.invalidateQueries({ queryKey: keys.notifications.all });
        else queries.setQueryData<Latest>(keys.notifications.all, after);
      }, COLLECT_MS);
    });
    return () => {
      unsubscribe();
      clearTimeout(timer);
    };
  }, [queries]);
  return latest;
}

/**
 * Puts notifications first, each once: one of an order that is in the list already has a new sentence, and after a
 * reconnection others may be in the list.
 * @returns null when the server has to be asked: one may have grown that is older than those in the list
 */
function withArrived(before: Latest, arrived: readonly Notification[]): Latest | null {
  let { notifications, total, unread } = before;
  for (const one of arrived) {
    const known = notifications.find(({ _id }) => _id === one._id);
    if (known === undefined && one.earlier.length > 0) return null;
    if (known !== undefined && (known.createdAt > one.createdAt || sentenceOf(known) === sentenceOf(one)))
      continue;
    total += known === undefined ? 1 : 0;
    unread += known === undefined || known.isRead ? 1 : 0;
    notifications = [one, ...notifications.filter((other) => other !== known)];
  }
  return { notifications: notifications.slice(0, SHOWN), total, unread };
}

/** Identifies the present sentence: the notification of an order keeps its id. */
export const sentenceOf = ({ _id, createdAt, title }: Notification) => `${_id} ${createdAt} ${title}`;
