import { PORTAL_MINUTES } from '@amasin/domain/payments/lifecycle.ts';
import type { Database } from '../../database/database.ts';
import type { PrescriptionRow } from '../../database/schema/prescriptions.ts';
import { Refusal } from '../../refusal.ts';
import { changePrescription, lockPrescription } from '../change-queries.ts';
import { findOrderWithPrescription } from '../queries.ts';

const RESERVED_MS = PORTAL_MINUTES * 60_000;

type Reserved = Pick<PrescriptionRow, 'reservedById' | 'reservedUntil'>;

/** Whether a portal for the prescription may be open. */
export function isReserved({ reservedUntil }: Reserved, now: Date): boolean {
  if (reservedUntil === null) return false;
  const left = reservedUntil.getTime() - now.getTime();
  // A longer reservation is from before the clock was set back.
  return left > 0 && left <= 2 * RESERVED_MS;
}

/** Whether another customer's portal for the prescription may be open. */
export function isReservedByAnother(row: Reserved, customerId: string, now: Date): boolean {
  return isReserved(row, now) && row.reservedById !== customerId;
}

/**
 * Reserves a prescription for a customer while their portal may be open (rule 19); their next payment renews the
 * reservation. Locks the row until the transaction ends.
 * @param orderId the order that it is attached to; null when it is ordered by number
 * @throws 409 PRESCRIPTION_USED when it is used, deleted, withdrawn, attached to another order or reserved by another customer
 */
export async function reservePrescription(
  tx: Database,
  id: string,
  { customerId, orderId }: { customerId: string; orderId: string | null },
  now: Date,
): Promise<PrescriptionRow> {
  const locked = await lockPrescription(tx, id);
  if (locked === null || locked.deletedAt !== null || locked.usedById !== null || locked.isWithdrawn)
    throw new Refusal('PRESCRIPTION_USED');
  if (isReservedByAnother(locked, customerId, now)) throw new Refusal('PRESCRIPTION_USED');
  const attached = await findOrderWithPrescription(tx, id);
  if ((attached?.id ?? null) !== orderId) throw new Refusal('PRESCRIPTION_USED');
  const reservedUntil = new Date(now.getTime() + RESERVED_MS);
  await changePrescription(tx, id, { reservedById: customerId, reservedUntil });
  return locked;
}

/** Ends the customer's reservation. */
export async function releasePrescription(tx: Database, id: string, customerId: string): Promise<void> {
  const locked = await lockPrescription(tx, id);
  if (locked?.reservedById === customerId) {
    await changePrescription(tx, id, { reservedById: null, reservedUntil: null });
  }
}
