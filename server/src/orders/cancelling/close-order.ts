import type { CancelReason } from '@amasin/domain/orders/problems/cancel-reason.ts';
import { PORTAL_MINUTES } from '@amasin/domain/payments/lifecycle.ts';
import type { Database } from '../../database/database.ts';
import type { OrderRow } from '../../database/schema/orders.ts';
import { changePrescription, lockPrescription } from '../../prescriptions/change-queries.ts';
import { Refusal } from '../../refusal.ts';
import { insertEvents, lockOrder } from '../change-queries.ts';
import { isBeingPaid } from '../paying/payment-queries.ts';
import { setCancelled } from './queries.ts';

interface Closing {
  readonly reason: CancelReason;
  /** Null: the system. */
  readonly actorId: string | null;
  readonly at: Date;
}

/**
 * Cancels an order that is not paid; its prescription can be ordered again. A payment that is confirmed afterwards is put
 * under review, since the order is no longer in pre-treatment.
 * @returns false when the order has changed
 * @throws 409 ORDER_BEING_PAID while the customer can still pay in an open portal
 */
export async function closeOrder(
  tx: Database,
  { id, prescriptionId }: Pick<OrderRow, 'id' | 'prescriptionId'>,
  { reason, actorId, at }: Closing,
): Promise<boolean> {
  // Opening a payment locks both too: from here on, none is opened.
  if (prescriptionId !== null) await lockPrescription(tx, prescriptionId);
  await lockOrder(tx, id);
  if (await isBeingPaid(tx, id, portalsOpenSince(at))) throw new Refusal('ORDER_BEING_PAID');
  if (!(await setCancelled(tx, id, { reason, prescriptionId }))) return false;
  if (prescriptionId !== null) await changePrescription(tx, prescriptionId, { readerId: null });
  const event = { orderId: id, at, actorId, action: 'cancel', from: 'pre-treatment', to: 'cancelled' };
  await insertEvents(tx, [event]);
  return true;
}

/** A payment opened before this time can no longer be made in its portal. */
export const portalsOpenSince = (now: Date): Date => new Date(now.getTime() - PORTAL_MINUTES * 60_000);
