import type { HandlerInput } from '@amasin/domain/contract/endpoint.ts';
import type { prescriptionEndpoints } from '@amasin/domain/prescriptions/endpoints.ts';
import type { Ctx } from '../../ctx.ts';
import type { Database } from '../../database/database.ts';
import type { PrescriptionRow } from '../../database/schema/prescriptions.ts';
import { transact } from '../../database/transaction.ts';
import { bindFile, releaseFile } from '../../files/binding-queries.ts';
import { invalidField, Refusal } from '../../refusal.ts';
import { changePrescription, replaceItems, softDelete } from '../change-queries.ts';
import { findOrderWithPrescription, type PrescriptionView } from '../queries.ts';
import { askCheck } from '../reviewing/ask-check.ts';
import { askReview, waitingOf } from '../reviewing/ask-review.ts';
import { refuseWaiting } from '../reviewing/refuse-waiting.ts';
import { lockEditable, recordEdit } from './lock-editable.ts';
import { resolveWrittenItems } from './resolve-written-items.ts';

type Body = HandlerInput<typeof prescriptionEndpoints.updatePrescription>['body'];

/**
 * Edits a prescription that is not being paid or used (rule 20): its author edits every field; a pharmacist or a supervisor
 * the items, when a pre-treatment order in their scope has it. The order's items and total change with it.
 * @throws 404 NOT_FOUND when the caller may not edit it; 409 PRESCRIPTION_USED, PRESCRIPTION_RESERVED; MEDICATION_TO_REVIEW when
 * an order has it; what resolveWrittenItems throws
 */
export async function updatePrescription(ctx: Ctx, view: PrescriptionView, body: Body): Promise<void> {
  if (view.prescription.usedById !== null) throw new Refusal('PRESCRIPTION_USED');
  const isAuthor = ctx.actor.type === 'partnerDoctor';
  if (!isAuthor && view.order === null) throw new Refusal('NOT_FOUND');
  // Pharmacists and supervisors edit only the items.
  if (!isAuthor && body.items === undefined) throw invalidField('items', 'Ajouter au moins un médicament');
  const items = body.items && (await resolveWrittenItems(ctx, body.items));
  const now = ctx.clock.now();
  const waiting = waitingOf(items ?? []);
  // An order takes checked prices only.
  if (waiting.length > 0 && view.order !== null) throw await refuseWaiting(ctx, waiting);
  await transact(ctx.db, async (tx) => {
    await askReview(ctx.jobs, tx, waiting, now);
    const locked = await lockEditable(tx, view.prescription.id, now);
    if (waiting.length > 0 && (await findOrderWithPrescription(tx, locked.id)) !== null)
      throw new Refusal('MEDICATION_TO_REVIEW');
    if (isAuthor) await changeDetails(ctx, tx, locked, body, now);
    const fields = (['patientName', 'patientPhone', 'url', 'items'] as const).filter(
      (field) => body[field] !== undefined && (isAuthor || field === 'items'),
    );
    await recordEdit(ctx, tx, locked, { action: 'change', details: { fields } });
    // What a pharmacist approved was another prescription (rule 39).
    if (ctx.actor.type !== 'agent')
      await changePrescription(tx, locked.id, { checkAskedAt: null, checkedAt: null });
    if (items !== undefined) {
      await replaceItems(tx, locked, items, now);
      const edit = { prescriptionId: locked.id, items, editor: ctx.actor, at: now };
      if (!(await ctx.attachedOrders.rewrite(ctx.jobs, tx, edit))) throw new Refusal('NOT_FOUND');
    }
    await askCheck(ctx.jobs, tx, locked.id, now);
  });
}

/**
 * Soft-deletes an unused prescription. The row remains: it is a health document.
 * @throws 409 PRESCRIPTION_ATTACHED when an unpaid order has it; what lockEditable throws
 */
export async function deletePrescription(ctx: Ctx, id: string): Promise<void> {
  const now = ctx.clock.now();
  await transact(ctx.db, async (tx) => {
    const locked = await lockEditable(tx, id, now);
    if ((await findOrderWithPrescription(tx, locked.id)) !== null) throw new Refusal('PRESCRIPTION_ATTACHED');
    await softDelete(tx, locked.id, now);
    await recordEdit(ctx, tx, locked, { action: 'delete' });
  });
}

async function changeDetails(
  ctx: Ctx,
  tx: Database,
  locked: PrescriptionRow,
  body: Body,
  at: Date,
): Promise<void> {
  const { patientName, patientPhone } = body;
  const url = body.url && body.url !== locked.url ? body.url : undefined;
  if (url !== undefined) {
    const binding = { key: url, ownerId: ctx.actor._id, category: 'prescription' as const, at };
    await bindFile(tx, binding, { path: 'url', message: 'Fichier requis' });
  }
  const change = {
    ...(patientName !== undefined && { patientName }),
    ...(patientPhone !== undefined && { patientPhone }),
    ...(url !== undefined && { url }),
  };
  if (Object.keys(change).length === 0) return;
  await changePrescription(tx, locked.id, change);
  if (url !== undefined && locked.url !== null) await releaseFile(tx, locked.url);
}
