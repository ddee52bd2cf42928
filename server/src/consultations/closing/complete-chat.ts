import { record } from '../../audit/recording/record.ts';
import type { Ctx } from '../../ctx.ts';
import { transact } from '../../database/transaction.ts';
import { notify } from '../../notifications/notify.ts';
import { Refusal } from '../../refusal.ts';
import { toPatient } from '../announce.ts';
import { completeActive, lockConsultation } from '../change-queries.ts';

/**
 * Completes a consultation of the caller; unchanged when it is already completed.
 * @throws 404 NOT_FOUND for another doctor's; 409 CHAT_PENDING
 */
export async function completeChat(ctx: Ctx, consultationId: string): Promise<void> {
  const at = ctx.clock.now();
  await transact(ctx.db, async (tx) => {
    const row = await lockConsultation(tx, consultationId);
    if (row?.status === 'pending') throw new Refusal('CHAT_PENDING');
    if (row === null || row.doctorId !== ctx.actor._id) throw new Refusal('NOT_FOUND');
    if (row.status === 'completed') return;
    await completeActive(tx, row.id, at);
    const customerId = row.patientId;
    await record(ctx, tx, { action: 'complete', kind: 'consultation', id: row.id, customerId });
    await notify(ctx.jobs, tx, at, [toPatient(row, 'completed')]);
  });
}
