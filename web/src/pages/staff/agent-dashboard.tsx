import { Treating } from '../../orders/treating/Treating.tsx';
import { PageTitle } from '../../ui/text/PageTitle.tsx';
import { treatmentSlots } from './treatment/treatment-slots.tsx';

export const meta = () => [{ title: 'Ordonnances à lire · Amasin' }];

export default function AgentDashboard() {
  return (
    <>
      <PageTitle title="Ordonnances à lire" />
      <Treating slots={treatmentSlots} />
    </>
  );
}
