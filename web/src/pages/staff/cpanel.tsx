import { lazyPart } from '../../ui/loading/LazyPart.tsx';
import { type AddressTab, AddressTabs } from '../../ui/tabs/AddressTabs.tsx';
import { PageTitle } from '../../ui/text/PageTitle.tsx';

export const meta = () => [{ title: 'Administration · Amasin' }];

/** The super administrator's tabs (SPEC 2), with the orders and prescriptions of SPEC 6; each is loaded when first opened. */
const tabs: readonly [AddressTab, ...AddressTab[]] = [
  {
    name: 'overview',
    label: 'Vue d’ensemble',
    panel: lazyPart(() => import('../../stats/overview/Overview.tsx').then(({ Overview }) => Overview)),
  },
  {
    name: 'orders',
    label: 'Commandes',
    panel: lazyPart(() => import('./panels/OrdersPanel.tsx').then(({ OrdersPanel }) => OrdersPanel)),
  },
  {
    name: 'prescriptions',
    label: 'Ordonnances',
    panel: lazyPart(() =>
      import('./panels/PrescriptionsPanel.tsx').then(({ PrescriptionsPanel }) => PrescriptionsPanel),
    ),
  },
  {
    name: 'users',
    label: 'Utilisateurs',
    panel: lazyPart(
      () => import('../../users/accounts/UsersPanel.tsx').then((module) => module.default),
      240,
    ),
  },
  {
    name: 'medications',
    label: 'Médicaments',
    panel: lazyPart(() => import('../../medications/managing/Manager.tsx').then(({ Manager }) => Manager)),
  },
  {
    name: 'zones',
    label: 'Zones',
    panel: lazyPart(() => import('../../zones/managing/ZonesPanel.tsx').then(({ ZonesPanel }) => ZonesPanel)),
  },
  {
    name: 'benefice',
    label: 'Bénéfices',
    panel: lazyPart(() => import('../../benefits/BenefitsPanel.tsx').then((module) => module.default)),
  },
  {
    name: 'duty',
    label: 'Gardes',
    panel: lazyPart(() => import('../../pharmacies/duty/DutyPanel.tsx').then(({ DutyPanel }) => DutyPanel)),
  },
];

export default function ControlPanel() {
  return (
    <>
      <PageTitle title="Administration" />
      <AddressTabs label="Parties de l’administration" tabs={tabs} />
    </>
  );
}
