import { Digitizing } from '../../orders/digitizing/Digitizing.tsx';
import { lazyWithRetry } from '../../ui/lazy.tsx';
import { type Panel, UrlPanel } from '../../ui/UrlPanel.tsx';
import { ToCheck } from './lazy-panels.ts';

export const meta = () => [{ title: 'Ordonnances à lire · Amasin' }];

const Reports = lazyWithRetry(
  () => import('../../reports/ReportsPanel.tsx').then((module) => module.ReportsPanel),
  { height: 480 },
);

const panels: readonly [Panel, ...Panel[]] = [
  { name: 'orders', title: 'Ordonnances à lire', panel: Digitizing },
  {
    name: 'verifier',
    title: 'À vérifier',
    panel: ToCheck,
  },
  { name: 'signalements', title: 'Signalements', panel: Reports },
];

export default function AgentDashboard() {
  return <UrlPanel panels={panels} />;
}
