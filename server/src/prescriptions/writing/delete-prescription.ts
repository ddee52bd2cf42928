import type { Ctx } from '../../ctx.ts';
import { transact } from '../../database/transaction.ts';
import { Refusal } from '../../refusal.ts';
import { softDelete } from '../change-queries.ts';
import { findOrderWithPrescription } from '../queries.ts';
import { lockEditable } from './update-prescription.ts';

/**
 * Takes a prescription back before anybody has used it. The row stays: it was a health document.
 * @throws 409 PRESCRIPTION_USED, PRESCRIPTION_RESERVED, PRESCRIPTION_ATTACHED
 */
export async function deletePrescription(ctx: Ctx, id: string): Promise<void> {
  const now = ctx.clock.now();
  await transact(ctx.db, async (tx) => {
    const locked = await lockEditable(tx, id, now);
    if ((await findOrderWithPrescription(tx, locked.id)) !== null) throw new Refusal('PRESCRIPTION_ATTACHED');
    await softDelete(tx, locked.id, now);
  });
}
