import { lazy, Suspense } from 'react';
import { Supervision } from '../orders/supervision/Supervision.tsx';
import { ListSkeleton } from '../ui/feedback/ListSkeleton.tsx';
import { PageTitle } from '../ui/text/PageTitle.tsx';
import { useCandidates } from '../users/api.ts';

const CandidateList = lazy(() => import('../users/CandidateList.tsx'));

export const meta = () => [{ title: 'Gestion des commandes · Amasin' }];

export default function SupervisorDashboard() {
  const deliveryPeople = useCandidates('deliveryPerson');
  return (
    <>
      <PageTitle title="Gestion des commandes" />
      <Supervision
        deliveryPeople={deliveryPeople.data}
        candidates={(props) => (
          <Suspense fallback={<ListSkeleton rows={4} height={56} />}>
            <CandidateList key={props.type} {...props} />
          </Suspense>
        )}
      />
    </>
  );
}
