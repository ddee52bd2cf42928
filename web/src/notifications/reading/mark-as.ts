import type { Latest } from '../api.ts';

/** What one reading changes: the rows among those shown, and how many unread ones in all. */
export type Reading = { ids: ReadonlySet<string>; count: number };

/** What reading this one (all, with null) would change. */
export function readingOf({ notifications, unread }: Latest, id: string | null): Reading {
  const ids = notifications
    .filter(({ _id, isRead }) => !isRead && (id === null || _id === id))
    .map(({ _id }) => _id);
  return { ids: new Set(ids), count: id === null ? unread : ids.length };
}

/** Does that reading, or undoes it. */
export function markAs(latest: Latest, { ids, count }: Reading, isRead: boolean): Latest {
  return {
    ...latest,
    unread: Math.max(0, latest.unread + (isRead ? -count : count)),
    notifications: latest.notifications.map((one) => (ids.has(one._id) ? { ...one, isRead } : one)),
  };
}
