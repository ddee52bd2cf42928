import type { OrderItem } from '@amasin/domain/orders/order.ts';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Notice } from '../../../ui/Notice.tsx';

/** The medicines of a prescription that are no longer sold: the others are ordered without them. */
export function Unavailable({ lines }: { lines: readonly OrderItem[] }) {
  const names = lines.map(({ label }) => label).join(', ');
  const [verb, pronoun] = lines.length === 1 ? ['n’est', 'le'] : ['ne sont', 'les'];
  const adjective = lines.length === 1 ? 'disponible' : 'disponibles';
  return (
    <Notice tone="amber" icon={IconAlertTriangle} role="status" title={`Plus ${adjective}`}>
      {`${names} ${verb} plus ${adjective} : vous ne ${pronoun} payez pas. Demandez à un médecin ce qui peut ${pronoun} remplacer.`}
    </Notice>
  );
}
