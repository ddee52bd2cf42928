import type { Database } from '../../database/database.ts';
import { lockPrescription } from '../change-queries.ts';
import { findOrderWithPrescription } from '../queries.ts';
import { isReservedByAnother } from './reservation.ts';

interface Claim {
  readonly id: string;
  /** The version that the payment was opened for. */
  readonly version: number;
  readonly customerId: string;
  /** The order that it is attached to; null when it is ordered by number. */
  readonly orderId: string | null;
  readonly now: Date;
}

/**
 * Locks a prescription until the transaction ends, before `usePrescription` (rule 19).
 * @returns false when it was used, edited, deleted, withdrawn, attached or reserved by another customer since the payment was opened
 */
export async function lockForClaim(
  tx: Database,
  { id, version, customerId, orderId, now }: Claim,
): Promise<boolean> {
  const locked = await lockPrescription(tx, id);
  return (
    locked !== null &&
    locked.usedById === null &&
    locked.deletedAt === null &&
    !locked.isWithdrawn &&
    locked.version === version &&
    !isReservedByAnother(locked, customerId, now) &&
    ((await findOrderWithPrescription(tx, id))?.id ?? null) === orderId
  );
}
