import type { Order } from '@amasin/domain/orders/order.ts';
import { IconCamera, IconEye, IconHourglass } from '@tabler/icons-react';
import { formatNumber } from '../../../lib/format/money.ts';
import { OrderStateBadge } from '../../../ui/badge/OrderStateBadge.tsx';
import { StateBadge } from '../../../ui/badge/StateBadge.tsx';
import { useOrders } from '../../api.ts';
import { queueStart, readingOf } from './queue.ts';

/** Number of orders to be read by the pharmacist, and to be paid or photographed again by their customers. */
export function QueueFigures() {
  const { rows: orders, total, isPending, error } = useOrders(queueStart);
  const isLoaded = !isPending && error === null;
  const toRead = orders.filter((order) => readingOf(order) === 'to-read').length;
  // Orders to be read are sorted first: when another one is loaded, no order to be read is missing.
  const isExact = toRead < orders.length || orders.length === total;
  const figure = (count: number) => `${formatNumber(count)}${isExact ? '' : '+'}`;
  if (!isLoaded) return null;
  return (
    <span>
      {figure(toRead)} à lire, {figure(isExact ? total - toRead : 0)} en attente
    </span>
  );
}

/** « À lire » or « Non payée »; once the order is paid, its state. */
export function ReadingBadge({ order }: { order: Order }) {
  const reading = readingOf(order);
  if (reading === null) return <OrderStateBadge state={order.state} reader="agent" />;
  if (reading === 'to-photograph')
    return <StateBadge tone="violet" icon={IconCamera} label="Attend une photo" />;
  return reading === 'to-read' ? (
    <StateBadge tone="amber" icon={IconEye} label="À lire" />
  ) : (
    <StateBadge tone="violet" icon={IconHourglass} label="Non payée" />
  );
}
