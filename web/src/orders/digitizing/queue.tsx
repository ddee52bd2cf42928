import { formatNumber } from '@amasin/domain/contract/format.ts';
import type { Order } from '@amasin/domain/orders/order.ts';
import { OrderStateBadge } from '../../ui/OrderStateBadge.tsx';
import { type OrderQuery, useOrders } from '../api.ts';
import { orderFilters } from '../filters.ts';
import styles from './digitizing.module.css';

/** The query without a state filter, sorted by what is to be read first, with the largest page that the server allows. */
export const queueBase = { state: 'pre-treatment', sort: 'oldest', limit: 200 } as const;

/** The first page of the queue. It is the same query as the list without filters, so both share one request. */
export const queueStart: OrderQuery = { ...orderFilters.none, ...queueBase };

/** Whether an order is to be read by a pharmacist, to be photographed again, or to be paid; null once it is paid. */
type Reading = 'to-read' | 'to-photograph' | 'to-pay' | null;

export function readingOf(order: Pick<Order, 'state' | 'itemsCount' | 'photoProblem'>): Reading {
  const { state, itemsCount, photoProblem } = order;
  if (state !== 'pre-treatment') return null;
  if (itemsCount > 0) return 'to-pay';
  return photoProblem ? 'to-photograph' : 'to-read';
}

/** Whether the reader may write what they read in the photograph of this order. */
export function canRead(order: Order): boolean {
  const { allowedActions, prescriptionUrl } = order;
  return (
    prescriptionUrl != null && readingOf(order) === 'to-read' && allowedActions.includes('write-prescription')
  );
}

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
