import type { HandlerInput } from '@amasin/domain/contract/endpoint.ts';
import type { prescriptionEndpoints } from '@amasin/domain/prescriptions/endpoints.ts';
import type { Ctx } from '../../ctx.ts';
import type { Database } from '../../database/database.ts';
import type { PrescriptionRow } from '../../database/schema/prescriptions.ts';
import { transact } from '../../database/transaction.ts';
import { bindFile, releaseFile } from '../../files/binding-queries.ts';
import { invalidField, Refusal } from '../../refusal.ts';
import { changePrescription, lockPrescription, replaceItems } from '../change-queries.ts';
import { isReserved } from '../ordering/reservation.ts';
import type { PrescriptionView } from '../queries.ts';
import { resolveWrittenItems } from './resolve-written-items.ts';

type Body = HandlerInput<typeof prescriptionEndpoints.updatePrescription>['body'];

/**
 * Edits a prescription until a payment is reserved or made (RULES 20): its author all of it; a pharmacist or a supervisor
 * the items of one that a pre-treatment order in their sight has. The order's items and total go with it.
 * @throws 404 not theirs to edit; 409 PRESCRIPTION_USED, PRESCRIPTION_RESERVED; resolveWrittenItems's
 */
export async function updatePrescription(ctx: Ctx, view: PrescriptionView, body: Body): Promise<void> {
  if (view.prescription.usedById !== null) throw new Refusal('PRESCRIPTION_USED');
  const isAuthors = ctx.actor.type === 'partnerDoctor';
  if (!isAuthors && view.order === null) throw new Refusal('NOT_FOUND');
  // A pharmacist's or supervisor's correction is of the items; there is nothing else of it for them to say.
  if (!isAuthors && body.items === undefined) throw invalidField('items', 'Ajouter au moins un médicament');
  const items = body.items && (await resolveWrittenItems(ctx, body.items));
  const now = ctx.clock.now();
  await transact(ctx.db, async (tx) => {
    const locked = await lockEditable(tx, view.prescription.id, now);
    if (isAuthors) await changeDetails(ctx, tx, locked, body, now);
    if (items === undefined) return;
    await replaceItems(tx, locked, items, now);
    const edit = { prescriptionId: locked.id, items, editor: ctx.actor, at: now };
    if (!(await ctx.attachedOrders.rewrite(tx, edit))) throw new Refusal('NOT_FOUND');
  });
}

/** The prescription, locked. @throws 404, 409 when it is deleted, used or being paid */
export async function lockEditable(tx: Database, id: string, now: Date): Promise<PrescriptionRow> {
  const locked = await lockPrescription(tx, id);
  if (locked === null || locked.deletedAt !== null) throw new Refusal('NOT_FOUND');
  if (locked.usedById !== null) throw new Refusal('PRESCRIPTION_USED');
  if (isReserved(locked, now)) throw new Refusal('PRESCRIPTION_RESERVED');
  return locked;
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
    const wanted = { key: url, ownerId: ctx.actor._id, category: 'prescription' as const, at };
    await bindFile(tx, wanted, { path: 'url', message: 'Fichier requis' });
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
