import { MAX_FCFA } from '@amasin/domain/contract/money.ts';
import { coveredOf, type Quote, quoteOrder } from '@amasin/domain/orders/pricing.ts';
import type { OrderRow } from '../database/schema/orders.ts';
import { invalidField } from '../refusal.ts';
import type { NewItem } from './change-queries.ts';

/**
 * Prices items with the delivery fee and insurance rate of an order.
 * @throws 422 INVALID on `path` when the amount is too high
 */
export function quoteItems(
  order: Pick<OrderRow, 'deliveryFee' | 'cardRate'>,
  items: readonly NewItem[],
  path: string,
): Quote {
  const quote = quoteOrder(items, order.deliveryFee, order.cardRate ?? 0);
  if (Math.max(quote.total, quote.medicines) > MAX_FCFA)
    throw invalidField(path, 'Montant de commande trop élevé');
  return quote;
}

/** Returns the columns of an order that are derived from its items. */
export function amountsOf(items: readonly NewItem[], { medicines, commission, reduction, total }: Quote) {
  const covered = coveredOf(items);
  const isCut = covered < medicines;
  return {
    itemsCount: items.length,
    medicines,
    commission,
    reduction,
    total,
    covered: isCut ? covered : null,
  };
}
