import type { UseQueryResult } from '@tanstack/react-query';
import { messageOf } from '../../lib/api/api-error.ts';
import { ErrorState } from './ErrorState.tsx';
import { ListSkeleton } from './ListSkeleton.tsx';

type Props = {
  query: Pick<UseQueryResult, 'error' | 'failureReason' | 'fetchStatus' | 'refetch'>;
  /** The screen's message when there is no response. */
  message?: string;
  /** As in `ListSkeleton`. */
  rows: number;
  height: number;
};

/**
 * Shown until the data is loaded: a skeleton, or from the first failed attempt on an error with a retry button, while
 * other attempts follow by themselves. Offline no request is sent, so a skeleton would never disappear.
 */
export function QueryState({
  query: { error, failureReason, fetchStatus, refetch },
  message = 'Erreur lors du chargement des données',
  ...shape
}: Props) {
  const isPaused = fetchStatus === 'paused';
  const problem = error ?? failureReason;
  if (problem === null && !isPaused) return <ListSkeleton {...shape} />;
  // The button asks at once, even between two attempts.
  return (
    <ErrorState
      message={messageOf(problem, message)}
      {...(fetchStatus === 'fetching' && { reassurance: 'Nouvel essai en cours…' })}
      onRetry={() => void refetch()}
    />
  );
}
