import { Digitizing } from '../../orders/digitizing/Digitizing.tsx';
import { type Panel, UrlPanel } from '../../ui/UrlPanel.tsx';
import { ToCheck } from './lazy-panels.ts';

export const meta = () => [{ title: 'Ordonnances à lire · Amasin' }];

const panels: readonly [Panel, ...Panel[]] = [
  { name: 'orders', title: 'Ordonnances à lire', panel: Digitizing },
  {
    name: 'verifier',
    title: 'À vérifier',
    panel: ToCheck,
  },
];

export default function AgentDashboard() {
  return <UrlPanel panels={panels} />;
}
