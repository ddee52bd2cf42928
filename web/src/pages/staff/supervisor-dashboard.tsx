import { lazyComponent } from '../../ui/loading/LazyComponent.tsx';
import { type Panel, UrlPanel } from '../../ui/loading/UrlPanel.tsx';
import { OrdersPanel } from './panels/OrdersPanel.tsx';

export const meta = () => [{ title: 'Supervision · Amasin' }];

/** The places of a supervisor. The first one is loaded with the page. */
const panels: readonly [Panel, ...Panel[]] = [
  { name: 'orders', title: 'Gestion des commandes', panel: OrdersPanel },
  {
    name: 'medications',
    title: 'Gestion des médicaments',
    panel: lazyComponent(() =>
      import('../../medications/managing/Manager.tsx').then(({ Manager }) => Manager),
    ),
  },
  {
    name: 'verifier',
    title: 'À vérifier',
    panel: lazyComponent(() => import('./panels/ToCheckPanel.tsx').then(({ ToCheckPanel }) => ToCheckPanel)),
  },
  {
    name: 'duty',
    title: 'Gardes',
    panel: lazyComponent(() =>
      import('../../pharmacies/duty/DutyPanel.tsx').then(({ DutyPanel }) => DutyPanel),
    ),
  },
  {
    name: 'payments',
    title: 'Paiements à regarder',
    panel: lazyComponent(() => import('../../payments/reviewing/Reviews.tsx').then(({ Reviews }) => Reviews)),
  },
];

export default function SupervisorDashboard() {
  return <UrlPanel panels={panels} />;
}
