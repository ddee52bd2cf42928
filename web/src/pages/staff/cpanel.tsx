import { GoTo } from '../../ui/feedback/GoTo.tsx';
import { lazyComponent } from '../../ui/loading/LazyComponent.tsx';
import { type Panel, UrlPanel } from '../../ui/loading/UrlPanel.tsx';

export const meta = () => [{ title: 'Administration · Amasin' }];

/** The places of the super administrator; each is loaded when first opened. */
const panels: readonly [Panel, ...Panel[]] = [
  {
    name: 'overview',
    title: 'Vue d’ensemble',
    panel: lazyComponent(() => import('../../stats/overview/Overview.tsx').then(({ Overview }) => Overview)),
  },
  {
    name: 'orders',
    title: 'Commandes',
    panel: lazyComponent(() => import('./panels/OrdersPanel.tsx').then(({ OrdersPanel }) => OrdersPanel)),
  },
  {
    name: 'prescriptions',
    title: 'Ordonnances',
    panel: lazyComponent(() =>
      import('./panels/PrescriptionsPanel.tsx').then(({ PrescriptionsPanel }) => PrescriptionsPanel),
    ),
  },
  {
    name: 'users',
    title: 'Utilisateurs',
    panel: <GoTo to="/cpanel/users" />,
  },
  {
    name: 'medications',
    title: 'Médicaments',
    panel: lazyComponent(() =>
      import('../../medications/managing/Manager.tsx').then(({ Manager }) => Manager),
    ),
  },
  {
    name: 'zones',
    title: 'Zones',
    panel: lazyComponent(() =>
      import('../../zones/managing/ZonesPanel.tsx').then(({ ZonesPanel }) => ZonesPanel),
    ),
  },
  {
    name: 'benefice',
    title: 'Bénéfices',
    panel: lazyComponent(() => import('../../benefits/BenefitsPanel.tsx').then((module) => module.default)),
  },
  {
    name: 'duty',
    title: 'Gardes',
    panel: lazyComponent(() =>
      import('../../pharmacies/duty/DutyPanel.tsx').then(({ DutyPanel }) => DutyPanel),
    ),
  },
  {
    name: 'audit',
    title: 'Journal',
    panel: lazyComponent(() => import('../../audit/journal/Journal.tsx').then(({ Journal }) => Journal)),
  },
  {
    name: 'messages',
    title: 'Messages',
    panel: lazyComponent(() => import('../../sms/Messages.tsx').then(({ Messages }) => Messages)),
  },
  {
    name: 'payments',
    title: 'Paiements à regarder',
    panel: lazyComponent(() => import('../../payments/reviewing/Reviews.tsx').then(({ Reviews }) => Reviews)),
  },
];

export default function ControlPanel() {
  return <UrlPanel panels={panels} />;
}
