import type { Ctx } from '../../ctx.ts';
import type { Database } from '../../database/database.ts';
import { lockPrescription } from '../../prescriptions/change-queries.ts';
import { portalsOpenSince } from '../cancelling/close-order.ts';
import { isBeingPaid } from '../paying/payment-queries.ts';
import { findOrder } from '../queries.ts';
import { quoteItems } from '../quote.ts';
import { setLimit } from './queries.ts';

/**
 * Sets the most that the card of an unpaid order takes off, and its total with it. A paid order keeps its amounts.
 * @param limit FCFA; null without a limit
 * @returns false, with nothing changed, when the total would change while the customer can still pay in an open portal
 */
export async function limitOrder(
  ctx: Pick<Ctx, 'clock'>,
  tx: Database,
  orderId: string,
  limit: number | null,
): Promise<boolean> {
  const prescriptionId = (await findOrder(tx, orderId))?.order.prescriptionId ?? null;
  // Opening a payment, confirming one and editing the prescription lock it too.
  if (prescriptionId !== null) await lockPrescription(tx, prescriptionId);
  const view = await findOrder(tx, orderId);
  if (view === null || view.order.state !== 'pre-treatment' || view.order.reductionLimit === limit)
    return true;
  const { commission, reduction, total } = view.order;
  const limited = { ...view.order, reductionLimit: limit };
  if (total === null) {
    await setLimit(tx, orderId, { reductionLimit: limit, commission, reduction, total });
    return true;
  }
  const quote = quoteItems(limited, view.items, 'verified');
  if (quote.total !== total && (await isBeingPaid(tx, orderId, portalsOpenSince(ctx.clock.now()))))
    return false;
  await setLimit(tx, orderId, { reductionLimit: limit, ...quote });
  return true;
}
