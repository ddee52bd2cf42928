import type { Quote } from '@amasin/domain/orders/pricing.ts';
import type { OrderRow } from '../database/schema/orders.ts';

/** The amounts of an order that has items; zeros where it has none yet. */
export function quoteOf(order: OrderRow): Quote {
  const { medicines, deliveryFee, commission, reduction, total } = order;
  return {
    medicines: medicines ?? 0,
    deliveryFee,
    commission: commission ?? 0,
    reduction: reduction ?? 0,
    total: total ?? 0,
  };
}
