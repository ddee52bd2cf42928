import type { Database } from '../../database/database.ts';
import { lockPrescription } from '../change-queries.ts';
import { findOrderWithPrescription } from '../queries.ts';
import { isReservedByAnother } from './reservation.ts';

interface Claim {
  readonly id: string;
  /** As its items were written when the payment was opened. */
  readonly version: number;
  readonly customerId: string;
  /** The order that it is attached to; null for a code, which no order has. */
  readonly orderId: string | null;
  readonly now: Date;
}

/**
 * Whether money that has arrived still buys this prescription as it was frozen (RULES 19, R28): nobody has used, edited,
 * deleted, attached or reserved it meanwhile. Holds its row until the transaction ends; the claim itself is `setUsed`.
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
    locked.version === version &&
    !isReservedByAnother(locked, customerId, now) &&
    ((await findOrderWithPrescription(tx, id))?.id ?? null) === orderId
  );
}
