import { PORTAL_MINUTES } from '@amasin/domain/payments/lifecycle.ts';
import type { Database } from '../../database/database.ts';
import type { PrescriptionRow } from '../../database/schema/prescriptions.ts';
import { Refusal } from '../../refusal.ts';
import { changePrescription, lockPrescription } from '../change-queries.ts';
import { findOrderWithPrescription } from '../queries.ts';
import { isReservedByAnother } from './reservation.ts';

/**
 * Keeps a prescription for a customer while their portal may be open (RULES 19); their next payment takes the place of
 * this one. Holds its row until the transaction ends.
 * @param orderId the order that it is attached to; null for a code, which no order has
 * @throws 409 PRESCRIPTION_USED where it is used, gone, attached elsewhere, or reserved by somebody else
 */
export async function reservePrescription(
  tx: Database,
  id: string,
  { customerId, orderId }: { customerId: string; orderId: string | null },
  now: Date,
): Promise<PrescriptionRow> {
  const locked = await lockPrescription(tx, id);
  if (locked === null || locked.deletedAt !== null || locked.usedById !== null)
    throw new Refusal('PRESCRIPTION_USED');
  if (isReservedByAnother(locked, customerId, now)) throw new Refusal('PRESCRIPTION_USED');
  const holder = await findOrderWithPrescription(tx, id);
  if ((holder?.id ?? null) !== orderId) throw new Refusal('PRESCRIPTION_USED');
  const reservedUntil = new Date(now.getTime() + PORTAL_MINUTES * 60_000);
  await changePrescription(tx, id, { reservedById: customerId, reservedUntil });
  return locked;
}

/** Lets go of it: the portal could not be opened. */
export async function releasePrescription(tx: Database, id: string, customerId: string): Promise<void> {
  const locked = await lockPrescription(tx, id);
  if (locked?.reservedById === customerId) {
    await changePrescription(tx, id, { reservedById: null, reservedUntil: null });
  }
}
