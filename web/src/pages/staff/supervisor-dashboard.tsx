import { lazyPart } from '../../ui/loading/LazyPart.tsx';
import { type AddressTab, AddressTabs } from '../../ui/tabs/AddressTabs.tsx';
import { PageTitle } from '../../ui/text/PageTitle.tsx';
import { OrdersPanel } from './panels/OrdersPanel.tsx';

export const meta = () => [{ title: 'Supervision · Amasin' }];

/** The supervisor's tabs (SPEC 2). The first one is loaded with the page. */
const tabs: readonly [AddressTab, ...AddressTab[]] = [
  { name: 'orders', label: 'Gestion des commandes', panel: OrdersPanel },
  {
    name: 'medications',
    label: 'Gestion des médicaments',
    panel: lazyPart(() => import('../../medications/managing/Manager.tsx').then(({ Manager }) => Manager)),
  },
  {
    name: 'duty',
    label: 'Gardes',
    panel: lazyPart(() => import('../../pharmacies/duty/DutyPanel.tsx').then(({ DutyPanel }) => DutyPanel)),
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
