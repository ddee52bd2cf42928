import { formatNumber } from '@amasin/domain/contract/format.ts';
import type { Order } from '@amasin/domain/orders/order.ts';
import { OrderStateBadge } from '../../../ui/badges.tsx';
import { useOrders } from '../../api.ts';
import styles from '../digitizing.module.css';
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
  return <span>{`${figure(toRead)} à lire, ${figure(isExact ? total - toRead : 0)} en attente`}</span>;
}

const readingLabels = {
  'to-read': 'À lire',
  'to-photograph': 'Attend une photo',
  'to-pay': 'Non payée',
} as const;

/** The state of an order and, before it is paid, what it waits for. */
export function ReadingBadge({ order }: { order: Order }) {
  const reading = readingOf(order);
  return (
    <>
      <OrderStateBadge state={order.state} reader="agent" />
      {reading === null ? null : <span className={styles.reading}>{readingLabels[reading]}</span>}
    </>
  );
}
