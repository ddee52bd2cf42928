import type { FrozenOrder } from '@amasin/domain/orders/frozen-order.ts';
import { and, eq } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import { orders } from '../../database/schema/orders.ts';

/** The customer's unpaid orders whose card waits for its check, for the same place, card and total. */
export async function findAwaiting(
  db: Database,
  customerId: string,
  { quote, zone, address, insuranceCard: card }: FrozenOrder,
): Promise<string[]> {
  const waiting = await db
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        eq(orders.customerId, customerId),
        eq(orders.state, 'pre-treatment'),
        eq(orders.cardAwaited, true),
        eq(orders.zoneId, zone._id),
        eq(orders.address, address),
        eq(orders.cardId, card?._id ?? ''),
        eq(orders.total, quote.total),
      ),
    );
  return waiting.map(({ id }) => id);
}
