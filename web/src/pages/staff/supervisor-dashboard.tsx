import { useEffect } from 'react';
import { Supervision } from '../../orders/supervision/Supervision.tsx';
import { LazyPart, lazyPart } from '../../ui/loading/LazyPart.tsx';
import { preload } from '../../ui/loading/use-lazy.ts';
import { type AddressTab, AddressTabs } from '../../ui/tabs/AddressTabs.tsx';
import { PageTitle } from '../../ui/text/PageTitle.tsx';
import { useCouriers } from '../../users/api.ts';
import { treatmentSlots } from './treatment/treatment-slots.tsx';

const loadCandidates = () => import('../../users/CandidateList.tsx').then((module) => module.default);

export const meta = () => [{ title: 'Supervision · Amasin' }];

/** The supervisor's tabs (SPEC 2). Orders are what they come for: their code comes with the page. */
const tabs: readonly [AddressTab, ...AddressTab[]] = [
  { name: 'orders', label: 'Gestion des commandes', panel: OrdersPanel },
  {
    name: 'medications',
    label: 'Gestion des médicaments',
    panel: lazyPart(
      () => import('../../medications/managing/Manager.tsx').then(({ Manager }) => Manager),
      480,
    ),
  },
  {
    name: 'duty',
    label: 'Gardes',
    panel: lazyPart(
      () => import('../../pharmacies/duty/DutyPanel.tsx').then(({ DutyPanel }) => DutyPanel),
      480,
    ),
  },
];

export default function SupervisorDashboard() {
  return (
    <>
      <PageTitle title="Supervision" />
      <AddressTabs label="Parties de la supervision" tabs={tabs} />
    </>
  );
}

function OrdersPanel() {
  const deliveryPeople = useCouriers();
  useEffect(() => preload(loadCandidates), []);
  return (
    <Supervision
      deliveryPeople={deliveryPeople.data}
      slots={treatmentSlots}
      candidates={(props) => (
        <LazyPart key={props.type} load={loadCandidates} props={props} rows={4} height={56} />
      )}
    />
  );
}
