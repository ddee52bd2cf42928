import { lazyComponent } from '../../ui/loading/LazyComponent.tsx';
import { type UrlTab, UrlTabs } from '../../ui/tabs/UrlTabs.tsx';
import { PageTitle } from '../../ui/text/PageTitle.tsx';
import { OrdersPanel } from './panels/OrdersPanel.tsx';

export const meta = () => [{ title: 'Supervision · Amasin' }];

/** The supervisor's tabs (SPEC 2). The first one is loaded with the page. */
const tabs: readonly [UrlTab, ...UrlTab[]] = [
  { name: 'orders', label: 'Gestion des commandes', panel: OrdersPanel },
  {
    name: 'medications',
    label: 'Gestion des médicaments',
    panel: lazyComponent(() =>
      import('../../medications/managing/Manager.tsx').then(({ Manager }) => Manager),
    ),
  },
  {
    name: 'duty',
    label: 'Gardes',
    panel: lazyComponent(() =>
      import('../../pharmacies/duty/DutyPanel.tsx').then(({ DutyPanel }) => DutyPanel),
    ),
  },
];

export default function SupervisorDashboard() {
  return (
    <>
      <PageTitle title="Supervision" />
      <UrlTabs label="Parties de la supervision" tabs={tabs} />
    </>
  );
}
