import type { ReactNode } from 'react';
import { messageOf } from '../../../lib/api/api-error.ts';
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx';
import { ListSkeleton } from '../../../ui/feedback/ListSkeleton.tsx';
import { useOwnerStats } from '../api.ts';
import { Attention } from './Attention.tsx';
import { Owed } from './Owed.tsx';
import { Weeks } from './Weeks.tsx';

const FAILED = 'Erreur lors du chargement des données';

type Props = {
  /** The figures of the platform, after what needs attention. */
  children: ReactNode;
};

/** What the super administrator asks at the end of the day. */
export function OwnerAnswers({ children }: Props) {
  const { data, error, isError, isFetching, refetch } = useOwnerStats();
  if (data === undefined)
    return (
      <>
        {isError ? (
          <ErrorState
            message={messageOf(error, FAILED)}
            onRetry={() => void refetch()}
            retrying={isFetching}
          />
        ) : (
          <ListSkeleton rows={3} height={96} />
        )}
        {children}
      </>
    );
  return (
    <>
      {isError ? <p role="alert">{messageOf(error, FAILED)} Les réponses peuvent dater.</p> : null}
      <Attention stats={data} />
      {children}
      <Owed owed={data.owed} commission={data.commission} />
      <Weeks weeks={data.weeks} />
    </>
  );
}
