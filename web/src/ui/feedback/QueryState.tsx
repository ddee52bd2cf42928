import type { UseQueryResult } from '@tanstack/react-query';
import { messageOf } from '../../lib/api/api-error.ts';
import { ErrorState } from './ErrorState.tsx';
import { ListSkeleton } from './ListSkeleton.tsx';

type Props = {
  query: Pick<UseQueryResult, 'error' | 'fetchStatus' | 'isFetching' | 'refetch'>;
  /** The screen's message when there is no response. */
  message?: string;
  /** As in `ListSkeleton`. */
  rows: number;
  height: number;
};

/**
 * Shown until the data is loaded: a skeleton, or an error with a retry button. Offline no request is sent, so a skeleton
 * would never disappear.
 */
export function QueryState({
  query: { error, fetchStatus, isFetching, refetch },
  message = 'Erreur lors du chargement des données',
  ...shape
}: Props) {
  const isPaused = fetchStatus === 'paused';
  if (error === null && !isPaused) return <ListSkeleton {...shape} />;
  return (
    <ErrorState message={messageOf(error, message)} onRetry={() => void refetch()} retrying={isFetching} />
  );
}
