import { Digitizing } from '../../orders/digitizing/Digitizing.tsx';
import { PageTitle } from '../../ui/text/PageTitle.tsx';
import { digitizingSlots } from './digitizing/digitizing-slots.tsx';

export const meta = () => [{ title: 'Ordonnances à lire · Amasin' }];

export default function AgentDashboard() {
  return (
    <>
      <PageTitle title="Ordonnances à lire" />
      <Digitizing slots={digitizingSlots} />
    </>
  );
}
