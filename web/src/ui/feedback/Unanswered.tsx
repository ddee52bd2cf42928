import type { UseQueryResult } from '@tanstack/react-query';
import { messageOf } from '../../lib/api/api-error.ts';
import { ErrorState } from './ErrorState.tsx';
import { ListSkeleton } from './ListSkeleton.tsx';

type Props = {
  asked: Pick<UseQueryResult, 'error' | 'fetchStatus' | 'isFetching' | 'refetch'>;
  /** The screen's own words when there is no response. */
  words?: string;
  /** As in `ListSkeleton`. */
  rows: number;
  height: number;
};

/**
 * Shown until the data is loaded: its shape, or why it failed and a retry. Offline no request is sent: that would be an
 * endless « Chargement… ».
 */
export function Unanswered({
  asked: { error, fetchStatus, isFetching, refetch },
  words = 'Erreur lors du chargement des données',
  ...shape
}: Props) {
  const isPaused = fetchStatus === 'paused';
  if (error === null && !isPaused) return <ListSkeleton {...shape} />;
  return (
    <ErrorState message={messageOf(error, words)} onRetry={() => void refetch()} retrying={isFetching} />
  );
}
