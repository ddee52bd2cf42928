import type { LiveResource } from '@amasin/domain/live/resources.ts';
import type { QueryClient } from '@tanstack/react-query';
import { invalidate, showing } from '../api/keys.ts';

/** Each resource is refetched at most once in this time, ms. */
const INTERVAL_MS = 1000;

export type Refetching = { add(resources: readonly LiveResource[]): void; stop(): void };

/**
 * Refetches what is shown of changed resources: at once, then at most once a second, never while a request for it is pending,
 * since its response may be older than the change. A hidden page waits until it is shown.
 */
export function refetchChanged(queries: QueryClient): Refetching {
  const changed = new Set<LiveResource>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  function refetch(): void {
    timer = undefined;
    if (changed.size === 0 || document.hidden) return;
    const ready = [...changed].filter((resource) => queries.isFetching(showing(resource)) === 0);
    for (const resource of ready) changed.delete(resource);
    void invalidate(queries, ...ready);
    timer = setTimeout(refetch, INTERVAL_MS);
  }
  const whenShown = () => timer ?? refetch();
  document.addEventListener('visibilitychange', whenShown);
  return {
    add: (resources) => {
      for (const resource of resources) changed.add(resource);
      timer ?? refetch();
    },
    stop: () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', whenShown);
    },
  };
}
