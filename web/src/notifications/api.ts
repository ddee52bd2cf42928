import { notificationEndpoints } from '@amasin/domain/notifications/endpoints.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { call } from '../lib/api/call.ts';
import { keys } from '../lib/api/keys.ts';

/** How many the panel shows (SPEC 9). */
const SHOWN = 10;
/** How often a visible page asks again, ms. */
const LIVE_MS = 60_000;

export type Latest = Awaited<ReturnType<typeof fetchLatest>>;

function fetchLatest(signal: AbortSignal) {
  return call(notificationEndpoints.listNotifications, { query: { limit: SHOWN } }, { signal });
}

/** The caller's latest: renewed every minute, on each page, on coming back to the screen and when the line is back. */
export function useLatestNotifications() {
  const latest = useQuery({
    queryKey: keys.notifications.all,
    queryFn: ({ signal }) => fetchLatest(signal),
    refetchInterval: LIVE_MS,
    refetchOnWindowFocus: 'always',
    refetchOnReconnect: 'always',
    // The panel, whose code comes later, reads more of the answer than the bell: all that changes is told.
    notifyOnChangeProps: 'all',
  });
  const { pathname } = useLocation();
  const asked = useRef(pathname);
  const { refetch } = latest;
  useEffect(() => {
    if (asked.current === pathname) return;
    asked.current = pathname;
    void refetch({ cancelRefetch: false });
  }, [pathname, refetch]);
  return latest;
}
