import { formatNumber } from '../../lib/format/money.ts';
import { useOrders } from '../api.ts';
import { Figure, Figures } from '../browsing/StateCounters.tsx';
import { wholeQueue } from './queue.ts';
import { readingOf } from './reading.ts';

/** How many orders wait for the pharmacist, and how many for their customers. */
export function QueueFigures() {
  const { orders, isPending, error } = useOrders(wholeQueue);
  const isKnown = !isPending && error === null;
  const count = (reading: 'to-read' | 'to-pay') =>
    isKnown ? formatNumber(orders.filter((order) => readingOf(order) === reading).length) : null;
  return (
    <Figures>
      <Figure label="À lire">{count('to-read')}</Figure>
      <Figure label="Attendent le paiement">{count('to-pay')}</Figure>
    </Figures>
  );
}
