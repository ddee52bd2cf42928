import type { ReactNode } from 'react';
import { messageOf } from '../../../lib/api-error.ts';
import { QueryState } from '../../../ui/feedback.tsx';
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
  const stats = useOwnerStats();
  const { data, failureReason } = stats;
  if (data === undefined)
    return (
      <>
        <QueryState query={stats} message={FAILED} rows={3} height={96} />
        {children}
      </>
    );
  return (
    <>
      {failureReason === null ? null : (
        <p role="alert">{`${messageOf(failureReason, FAILED)} Les réponses peuvent dater.`}</p>
      )}
      <Attention stats={data} />
      {children}
      <Owed owed={data.owed} commission={data.commission} />
      <Weeks weeks={data.weeks} />
    </>
  );
}
