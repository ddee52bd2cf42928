import { lazy, Suspense, useEffect } from 'react';
import { Supervision } from '../../orders/supervision/Supervision.tsx';
import { ListSkeleton } from '../../ui/feedback/ListSkeleton.tsx';
import { PageTitle } from '../../ui/text/PageTitle.tsx';
import { useCandidates } from '../../users/api.ts';
import { treatmentSlots } from './treatment/treatment-slots.tsx';

const loadCandidates = () => import('../../users/CandidateList.tsx');
const CandidateList = lazy(loadCandidates);

export const meta = () => [{ title: 'Gestion des commandes · Amasin' }];

export default function SupervisorDashboard() {
  const deliveryPeople = useCandidates('deliveryPerson');
  useEffect(() => {
    loadCandidates().catch(() => null);
  }, []);
  return (
    <>
      <PageTitle title="Gestion des commandes" />
      <Supervision
        deliveryPeople={deliveryPeople.data}
        slots={treatmentSlots}
        candidates={(props) => (
          <Suspense fallback={<ListSkeleton rows={4} height={56} />}>
            <CandidateList key={props.type} {...props} />
          </Suspense>
        )}
      />
    </>
  );
}
