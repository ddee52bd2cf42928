import type { HandlerInput } from '@amasin/domain/contract/endpoint.ts';
import type { prescriptionCheckEndpoints } from '@amasin/domain/prescriptions/endpoints.ts';
import type { PrescriptionToCheck } from '@amasin/domain/prescriptions/prescription.ts';
import type { Ctx } from '../../ctx.ts';
import { transact } from '../../database/transaction.ts';
import { Refusal } from '../../refusal.ts';
import { changePrescription, softDelete } from '../change-queries.ts';
import { presentPrescription } from '../present.ts';
import { findOrderWithPrescription } from '../queries.ts';
import { recordPrescriptionReads } from '../record-prescription-reads.ts';
import { lockEditable, recordEdit } from '../writing/lock-editable.ts';
import { findToCheck } from './check-queries.ts';
import { announceApproval, announceRefusal } from './settle-waiting.ts';

type Body = HandlerInput<typeof prescriptionCheckEndpoints.checkPrescription>['body'];

/** The prescriptions that wait for an in-house pharmacist (rule 39). */
export async function listPrescriptionsToCheck(ctx: Ctx): Promise<PrescriptionToCheck[]> {
  const views = await findToCheck(ctx.db);
  await recordPrescriptionReads(ctx, views);
  return views.flatMap((view) => {
    const { checkAskedAt } = view.prescription;
    if (checkAskedAt === null) return [];
    return [{ ...presentPrescription(view, ctx.actor), askedAt: checkAskedAt.toISOString() }];
  });
}

/**
 * Approves a prescription, which can then be paid, or refuses it, which deletes it. Of two at once, one decides.
 * @throws 409 PRESCRIPTION_CHECKED when it was decided or edited since it was read; PRESCRIPTION_ATTACHED when an unpaid order has
 * the refused one; what lockEditable throws
 */
export async function checkPrescription(ctx: Ctx, id: string, { decision, askedAt }: Body): Promise<void> {
  const at = ctx.clock.now();
  await transact(ctx.db, async (tx) => {
    const locked = await lockEditable(tx, id, at);
    if (locked.checkedAt !== null || locked.checkAskedAt?.getTime() !== Date.parse(askedAt))
      throw new Refusal('PRESCRIPTION_CHECKED');
    if (decision === 'approve') {
      await changePrescription(tx, id, { checkedAt: at });
      await recordEdit(ctx, tx, locked, { action: 'change', details: { fields: ['verified'] } });
      return announceApproval(ctx.jobs, tx, locked, at);
    }
    if ((await findOrderWithPrescription(tx, id)) !== null) throw new Refusal('PRESCRIPTION_ATTACHED');
    await softDelete(tx, id, at);
    await recordEdit(ctx, tx, locked, { action: 'delete' });
    await announceRefusal(ctx.jobs, tx, locked, at);
  });
}
