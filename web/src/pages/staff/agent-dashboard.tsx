import { VisuallyHidden } from '@mantine/core';
import { Digitizing } from '../../orders/digitizing/Digitizing.tsx';
import { digitizingSlots } from './digitizing/digitizing-slots.tsx';

export const meta = () => [{ title: 'Ordonnances à lire · Amasin' }];

export default function AgentDashboard() {
  return (
    <>
      <VisuallyHidden component="h1">Ordonnances à lire</VisuallyHidden>
      <Digitizing slots={digitizingSlots} />
    </>
  );
}
