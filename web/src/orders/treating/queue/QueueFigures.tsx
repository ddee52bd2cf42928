import { formatNumber } from '../../../lib/format/money.ts';
import { useOrders } from '../../api.ts';
import { Figure, Figures } from '../../browsing/StateCounters.tsx';
import { wholeQueue } from './queue.ts';
import { readingOf } from './reading.ts';

/** How many orders wait for the pharmacist, and how many for their customers. */
export function QueueFigures() {
  const { orders, total, isPending, error } = useOrders(wholeQueue);
  const isKnown = !isPending && error === null;
  const count = (reading: 'to-read' | 'to-pay') => {
    if (!isKnown) return null;
    const found = formatNumber(orders.filter((order) => readingOf(order) === reading).length);
    // The server answers two hundred at once: what lies beyond is not counted.
    return orders.length < total ? `${found}+` : found;
  };
  return (
    <Figures>
      <Figure label="À lire">{count('to-read')}</Figure>
      <Figure label="Attendent le paiement">{count('to-pay')}</Figure>
    </Figures>
  );
}
