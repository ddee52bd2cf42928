import type { Notification } from '@amasin/domain/notifications/notification.ts';
import { useEffect, useRef } from 'react';
import { sentenceOf } from '../api.ts';
import { announceArrivals } from './announce-arrivals.tsx';

/** Announces notifications that arrive or grow while the page is open, not those of the first load. */
export function useArrivals(latest: readonly Notification[] | undefined): void {
  const seen = useRef<ReadonlySet<string> | null>(null);
  useEffect(() => {
    if (latest === undefined) return;
    const before = seen.current;
    seen.current = new Set([...(before ?? []), ...latest.map(sentenceOf)]);
    if (before === null) return;
    const arrived = latest.filter((one) => !one.isRead && !before.has(sentenceOf(one)));
    if (arrived.length > 0) announceArrivals(arrived);
  }, [latest]);
}
