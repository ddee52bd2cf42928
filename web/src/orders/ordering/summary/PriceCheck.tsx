import { formatClock } from '@amasin/domain/contract/format.ts';
import type { OrderItem } from '@amasin/domain/orders/order.ts';
import { IconHourglass } from '@tabler/icons-react';
import { Notice } from '../../../ui/Notice.tsx';

type Props = {
  /** The lines that a pharmacist checks. */
  waiting: readonly OrderItem[];
  /** Others are taken too: they can be paid without these. */
  hasOthers: boolean;
  /** When the prescription was last looked up. */
  readAt: Date;
};

/** Why a prescription cannot be paid yet, and what happens next (rules 20, 39). */
export function PriceCheck({ waiting, hasOthers, readAt }: Props) {
  const names = waiting.map(({ label }) => label).join(', ');
  return (
    <Notice
      tone="amber"
      icon={IconHourglass}
      role="status"
      title="Vérification en cours"
    >{`Un pharmacien vérifie ${names}. Vous paierez ensuite : nous vous préviendrons, et votre commande reste écrite ici. ${hasOthers ? `Pour commander le reste sans attendre, ne ${waiting.length === 1 ? 'le' : 'les'} prenez pas. ` : ''}Regardé à ${formatClock(readAt)}.`}</Notice>
  );
}
