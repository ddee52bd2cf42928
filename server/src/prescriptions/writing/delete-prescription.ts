import type { Ctx } from '../../ctx.ts';
import { transact } from '../../database/transaction.ts';
import { Refusal } from '../../refusal.ts';
import { takeBack } from '../change-queries.ts';
import { findOrderWithPrescription } from '../queries.ts';
import { holdEditable } from './update-prescription.ts';

/**
 * Takes a prescription back before anybody has used it. The row stays: it was a health document.
 * @throws 409 PRESCRIPTION_USED, PRESCRIPTION_RESERVED, PRESCRIPTION_ATTACHED
 */
export async function deletePrescription(ctx: Ctx, id: string): Promise<void> {
  const now = ctx.clock.now();
  await transact(ctx.db, async (tx) => {
    const held = await holdEditable(tx, id, now);
    if ((await findOrderWithPrescription(tx, held.id)) !== null) throw new Refusal('PRESCRIPTION_ATTACHED');
    await takeBack(tx, held.id, now);
  });
}
