import { useEffect } from 'react';
import { Supervision } from '../../../orders/supervision/Supervision.tsx';
import { LazyComponent } from '../../../ui/loading/LazyComponent.tsx';
import { preload } from '../../../ui/loading/use-lazy.ts';
import { useCouriers } from '../../../users/api.ts';
import { digitizingSlots } from '../digitizing/digitizing-slots.tsx';

const loadCandidates = () => import('../../../users/CandidateList.tsx').then((module) => module.default);

/** All orders and their assignment, for the supervisor and the super administrator. */
export function OrdersPanel() {
  const deliveryPeople = useCouriers();
  useEffect(() => preload(loadCandidates), []);
  return (
    <Supervision
      deliveryPeople={deliveryPeople.data}
      slots={digitizingSlots}
      candidates={(props) => (
        <LazyComponent key={props.type} load={loadCandidates} props={props} rows={4} height={56} />
      )}
    />
  );
}
