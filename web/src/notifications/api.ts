import { notificationEndpoints } from '@amasin/domain/notifications/endpoints.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { call } from '../lib/api/call.ts';
import { keys } from '../lib/api/keys.ts';

/** Number of notifications in the panel (SPEC 9). */
const SHOWN = 10;
/** Refetch interval of a visible page, ms. */
const LIVE_MS = 60_000;

export type Latest = Awaited<ReturnType<typeof fetchLatest>>;

function fetchLatest(signal: AbortSignal) {
  return call(notificationEndpoints.listNotifications, { query: { limit: SHOWN } }, { signal });
}

/** The user's latest notifications: refetched every minute, on navigation, on window focus and when online again. */
export function useLatestNotifications() {
  const latest = useQuery({
    queryKey: keys.notifications.all,
    queryFn: ({ signal }) => fetchLatest(signal),
    refetchInterval: LIVE_MS,
    refetchOnWindowFocus: 'always',
    refetchOnReconnect: 'always',
    // By default only changes of fields that the first render reads cause a render; the lazy panel reads more of them later.
    notifyOnChangeProps: 'all',
  });
  const { pathname } = useLocation();
  const lastPath = useRef(pathname);
  const { refetch } = latest;
  useEffect(() => {
    if (lastPath.current === pathname) return;
    lastPath.current = pathname;
    void refetch({ cancelRefetch: false });
  }, [pathname, refetch]);
  return latest;
}
