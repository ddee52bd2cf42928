import { formatNumber } from '../../../lib/format/money.ts';
import { useOrders } from '../../api.ts';
import { Figure, Figures } from '../../browsing/StateCounters.tsx';
import { wholeQueue } from './queue.ts';
import { readingOf } from './reading.ts';

/** How many orders wait for the pharmacist, and how many for their customers. */
export function QueueFigures() {
  const { rows: orders, total, isPending, error } = useOrders(wholeQueue);
  const isKnown = !isPending && error === null;
  const toRead = orders.filter((order) => readingOf(order) === 'to-read').length;
  // What has to be read comes first: all of it is loaded once something else is.
  const isExact = toRead < orders.length || orders.length === total;
  const figure = (found: number) => (isKnown ? `${formatNumber(found)}${isExact ? '' : '+'}` : null);
  return (
    <Figures>
      <Figure label="À lire">{figure(toRead)}</Figure>
      <Figure label="Attendent le paiement">{figure(isExact ? total - toRead : 0)}</Figure>
    </Figures>
  );
}
