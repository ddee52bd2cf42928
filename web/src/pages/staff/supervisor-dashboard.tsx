import { Supervision } from '../../orders/supervision/Supervision.tsx';
import { type Panel, UrlPanel } from '../../ui/UrlPanel.tsx';
import { AfterDelivery, Duty, Medicines, Payments, Recalls, Settlement, ToCheck } from './lazy-panels.ts';

export const meta = () => [{ title: 'Supervision · Amasin' }];

/** The places of a supervisor. The first one is loaded with the page. */
const panels: readonly [Panel, ...Panel[]] = [
  { name: 'orders', title: 'Gestion des commandes', panel: Supervision },
  {
    name: 'medications',
    title: 'Gestion des médicaments',
    panel: Medicines,
  },
  {
    name: 'verifier',
    title: 'À vérifier',
    panel: ToCheck,
  },
  {
    name: 'apres',
    title: 'Après la livraison',
    panel: AfterDelivery,
  },
  {
    name: 'rappels',
    title: 'Rappels',
    panel: Recalls,
  },
  {
    name: 'duty',
    title: 'Gardes',
    panel: Duty,
  },
  {
    name: 'versements',
    title: 'Versements',
    panel: Settlement,
  },
  {
    name: 'payments',
    title: 'Paiements à regarder',
    panel: Payments,
  },
];

export default function SupervisorDashboard() {
  return <UrlPanel panels={panels} />;
}
