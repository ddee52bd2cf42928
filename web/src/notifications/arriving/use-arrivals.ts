import type { Notification } from '@amasin/domain/notifications/notification.ts';
import { useEffect, useRef } from 'react';
import { announceArrivals } from './announce-arrivals.tsx';

/** Announces notifications that arrive while the page is open, not those of the first load. */
export function useArrivals(latest: readonly Notification[] | undefined): void {
  const seenIds = useRef<ReadonlySet<string> | null>(null);
  useEffect(() => {
    if (latest === undefined) return;
    const before = seenIds.current;
    seenIds.current = new Set([...(before ?? []), ...latest.map(({ _id }) => _id)]);
    if (before === null) return;
    const arrived = latest.filter(({ _id, isRead }) => !isRead && !before.has(_id));
    if (arrived.length > 0) announceArrivals(arrived);
  }, [latest]);
}
