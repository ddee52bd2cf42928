import type { Ctx } from '../../ctx.ts';
import type { Database } from '../../database/database.ts';
import { releaseCardFile } from '../../insurance/manage-card.ts';
import { lockPrescription } from '../../prescriptions/change-queries.ts';
import { portalsOpenSince } from '../cancelling/close-order.ts';
import { insertEvents, lockOrder } from '../change-queries.ts';
import { isBeingPaid } from '../paying/payment-queries.ts';
import { findOrder } from '../queries.ts';
import { quoteItems } from '../quote.ts';
import { removeCard } from './queries.ts';

/**
 * Takes the card off an unpaid order, whose total is then without it. An order that is paid or has no card does not change.
 * @returns false, with nothing changed, while the customer can still pay in an open portal
 */
export async function dropCard(
  { clock }: Pick<Ctx, 'clock'>,
  tx: Database,
  orderId: string,
  actorId: string | null,
): Promise<boolean> {
  const prescriptionId = (await findOrder(tx, orderId))?.order.prescriptionId ?? null;
  // Opening a payment, confirming one and editing the prescription lock it too.
  if (prescriptionId !== null) await lockPrescription(tx, prescriptionId);
  await lockOrder(tx, orderId);
  const view = await findOrder(tx, orderId);
  if (view === null || view.order.state !== 'pre-treatment' || view.order.cardId === null) return true;
  const at = clock.now();
  if (await isBeingPaid(tx, orderId, portalsOpenSince(at))) return false;
  const { total, cardUrl } = view.order;
  const none = { commission: null, reduction: null, total: null };
  const { commission, reduction, ...quote } =
    total === null ? none : quoteItems({ ...view.order, cardRate: null }, view.items, 'orderId');
  await removeCard(tx, orderId, { commission, reduction, total: quote.total });
  if (cardUrl !== null) await releaseCardFile(tx, cardUrl);
  const totals = total === null ? {} : { from: String(total), to: String(quote.total) };
  await insertEvents(tx, [{ orderId, at, actorId, action: 'remove-insurance', ...totals }]);
  return true;
}
