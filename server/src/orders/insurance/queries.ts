import { and, eq, isNotNull, isNull, ne } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import { type OrderRow, orders } from '../../database/schema/orders.ts';
import type { CardCopy } from '../../insurance/queries.ts';

/** @returns false when the order has no card, or its card already has this value */
export async function setCardVerified(tx: Database, id: string, verified: boolean): Promise<boolean> {
  const changed = await tx
    .update(orders)
    .set({ cardVerified: verified })
    .where(and(eq(orders.id, id), isNotNull(orders.cardId), ne(orders.cardVerified, verified)))
    .returning({ id: orders.id });
  return changed.length === 1;
}

type Limited = Pick<OrderRow, 'reductionLimit' | 'commission' | 'reduction' | 'total'>;

/** Sets the limit of an unpaid order, with the amounts that follow from it. @returns false when it is no longer unpaid */
export async function setLimit(
  tx: Database,
  id: string,
  { reductionLimit, commission, reduction, total }: Limited,
): Promise<boolean> {
  const changed = await tx
    .update(orders)
    .set({ reductionLimit, commission, reduction, total })
    .where(and(eq(orders.id, id), eq(orders.state, 'pre-treatment')))
    .returning({ id: orders.id });
  return changed.length === 1;
}

/** The unpaid orders that copied this card, and where it is not verified, in the order of their ids. */
export async function findUnpaidWithCard(tx: Database, card: CardCopy): Promise<string[]> {
  const rows = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        eq(orders.cardId, card.id),
        card.label === null ? isNull(orders.cardLabel) : eq(orders.cardLabel, card.label),
        eq(orders.cardRate, card.rate),
        eq(orders.cardUrl, card.fileKey),
        eq(orders.cardVerified, false),
        eq(orders.state, 'pre-treatment'),
      ),
    )
    .orderBy(orders.id);
  return rows.map(({ id }) => id);
}
