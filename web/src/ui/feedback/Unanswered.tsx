import type { UseQueryResult } from '@tanstack/react-query';
import { messageOf, NETWORK_MESSAGE } from '../../lib/api/api-error.ts';
import { ErrorState } from './ErrorState.tsx';
import { ListSkeleton } from './ListSkeleton.tsx';

type Props = {
  asked: Pick<UseQueryResult, 'error' | 'fetchStatus' | 'isFetching' | 'refetch'>;
  /** The screen's own words for a refusal without any. */
  words?: string;
  /** The shape of what comes, as of `ListSkeleton`. */
  rows: number;
  height: number;
};

/**
 * In the place of an answer: its shape while it comes; else why it did not, and another try. Without a network nothing is
 * even asked: that would be an endless « Chargement… ».
 */
export function Unanswered({
  asked: { error, fetchStatus, isFetching, refetch },
  words = 'Erreur lors du chargement des données',
  ...shape
}: Props) {
  const isPaused = fetchStatus === 'paused';
  if (error === null && !isPaused) return <ListSkeleton {...shape} />;
  return (
    <ErrorState
      message={messageOf(error, isPaused ? NETWORK_MESSAGE : words)}
      onRetry={() => void refetch()}
      retrying={isFetching}
    />
  );
}
