import { QueryClient } from '@tanstack/react-query';
import { isTransient } from './api-error.ts';

const TRIES = 3;
/** What failed later than this is not asked again by itself: four such questions would outlast 15 s (RELIABILITY 4). */
const SOON_MS = 2000;
const STALE_MS = 15_000;

/** Waits 1, 2, 4 … seconds, at most 15. */
export function retryDelay(failures: number): number {
  return Math.min(1000 * 2 ** failures, 15_000);
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: STALE_MS,
        retry: (failures, error) => failures < TRIES && isTransient(error) && error.waitedMs <= SOON_MS,
        retryDelay,
      },
      // What changes something is sent once, now, and its failure is said: never queued, never repeated silently.
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}
