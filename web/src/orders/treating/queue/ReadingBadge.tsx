import type { Order } from '@amasin/domain/orders/order.ts';
import { IconEye, IconHourglass } from '@tabler/icons-react';
import { OrderStateBadge } from '../../../ui/badge/OrderStateBadge.tsx';
import { StateBadge } from '../../../ui/badge/StateBadge.tsx';
import { readingOf } from './reading.ts';

/** What a pharmacist's order waits for; once it is paid, its state. */
export function ReadingBadge({ order }: { order: Order }) {
  const reading = readingOf(order);
  if (reading === null) return <OrderStateBadge state={order.state} reader="agent" />;
  return reading === 'to-read' ? (
    <StateBadge tone="amber" icon={IconEye} label="À lire" />
  ) : (
    <StateBadge tone="violet" icon={IconHourglass} label="Attend le paiement" />
  );
}
