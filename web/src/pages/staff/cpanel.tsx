import { lazyComponent } from '../../ui/loading/LazyComponent.tsx';
import { type UrlTab, UrlTabs } from '../../ui/tabs/UrlTabs.tsx';
import { PageTitle } from '../../ui/text/PageTitle.tsx';

export const meta = () => [{ title: 'Administration · Amasin' }];

/** The super administrator's tabs (SPEC 2), with the orders and prescriptions of SPEC 6; each is loaded when first opened. */
const tabs: readonly [UrlTab, ...UrlTab[]] = [
  {
    name: 'overview',
    label: 'Vue d’ensemble',
    panel: lazyComponent(() => import('../../stats/overview/Overview.tsx').then(({ Overview }) => Overview)),
  },
  {
    name: 'orders',
    label: 'Commandes',
    panel: lazyComponent(() => import('./panels/OrdersPanel.tsx').then(({ OrdersPanel }) => OrdersPanel)),
  },
  {
    name: 'prescriptions',
    label: 'Ordonnances',
    panel: lazyComponent(() =>
      import('./panels/PrescriptionsPanel.tsx').then(({ PrescriptionsPanel }) => PrescriptionsPanel),
    ),
  },
  {
    name: 'users',
    label: 'Utilisateurs',
    panel: lazyComponent(
      () => import('../../users/accounts/UsersPanel.tsx').then((module) => module.default),
      240,
    ),
  },
  {
    name: 'medications',
    label: 'Médicaments',
    panel: lazyComponent(() =>
      import('../../medications/managing/Manager.tsx').then(({ Manager }) => Manager),
    ),
  },
  {
    name: 'zones',
    label: 'Zones',
    panel: lazyComponent(() =>
      import('../../zones/managing/ZonesPanel.tsx').then(({ ZonesPanel }) => ZonesPanel),
    ),
  },
  {
    name: 'benefice',
    label: 'Bénéfices',
    panel: lazyComponent(() => import('../../benefits/BenefitsPanel.tsx').then((module) => module.default)),
  },
  {
    name: 'duty',
    label: 'Gardes',
    panel: lazyComponent(() =>
      import('../../pharmacies/duty/DutyPanel.tsx').then(({ DutyPanel }) => DutyPanel),
    ),
  },
];

export default function ControlPanel() {
  return (
    <>
      <PageTitle title="Administration" />
      <UrlTabs label="Parties de l’administration" tabs={tabs} />
    </>
  );
}
