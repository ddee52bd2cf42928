import { Digitizing } from '../../orders/digitizing/Digitizing.tsx';
import { lazyComponent } from '../../ui/loading/LazyComponent.tsx';
import { type Panel, UrlPanel } from '../../ui/loading/UrlPanel.tsx';
import { digitizingSlots } from './digitizing/digitizing-slots.tsx';

export const meta = () => [{ title: 'Ordonnances à lire · Amasin' }];

const panels: readonly [Panel, ...Panel[]] = [
  { name: 'orders', title: 'Ordonnances à lire', panel: <Digitizing slots={digitizingSlots} /> },
  {
    name: 'verifier',
    title: 'À vérifier',
    panel: lazyComponent(() => import('./panels/ToCheckPanel.tsx').then(({ ToCheckPanel }) => ToCheckPanel)),
  },
];

export default function AgentDashboard() {
  return <UrlPanel panels={panels} />;
}
