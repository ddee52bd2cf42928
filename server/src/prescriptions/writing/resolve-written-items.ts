import { MAX_FCFA } from '@amasin/domain/contract/money.ts';
import type { PrescribedItem } from '@amasin/domain/orders/draft-item.ts';
import type { Ctx } from '../../ctx.ts';
import { resolveItems } from '../../medications/resolve-items.ts';
import { amountChanged, invalidField } from '../../refusal.ts';
import type { NewPrescriptionItem } from '../change-queries.ts';

/**
 * Resolves the items of a prescription at the catalogue's prices, including medicines not reviewed yet. A price that a
 * prescriber typed counts as 0 until it is checked (rule 20).
 * @throws what resolveItems throws; 422 INVALID when the amount is too high; 409 AMOUNT_CHANGED when the body has another price
 */
export async function resolveWrittenItems(
  ctx: Ctx,
  lines: readonly PrescribedItem[],
): Promise<NewPrescriptionItem[]> {
  const items = await resolveItems(ctx.db, lines, { forCustomer: false, path: 'items' });
  const medicines = items.reduce((sum, { price, quantity }) => sum + price * quantity, 0);
  if (medicines > MAX_FCFA) throw invalidField('items', 'Montant de l’ordonnance trop élevé');
  if (items.some((item) => item.priceDiffers)) {
    throw amountChanged({ medicines, deliveryFee: 0, commission: 0, reduction: 0, total: medicines });
  }
  return items.map(({ priceDiffers: _, awaitsReview, ...item }) => ({
    ...item,
    price: awaitsReview ? 0 : item.price,
  }));
}
