import { QueryClient } from '@tanstack/react-query';
import { isTransient } from './api-error.ts';

const MAX_RETRIES = 3;
/** A request that failed later is not retried: four of them would exceed 15 s. */
const RETRY_WITHIN_MS = 2000;
const STALE_MS = 15_000;

/** 1, 2, 4 … seconds, at most 15. */
export function retryDelay(failures: number): number {
  return Math.min(1000 * 2 ** failures, 15_000);
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: STALE_MS,
        retry: (failures, error) =>
          failures < MAX_RETRIES && isTransient(error) && error.waitedMs <= RETRY_WITHIN_MS,
        retryDelay,
      },
      // Mutations are never queued or retried automatically.
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}
