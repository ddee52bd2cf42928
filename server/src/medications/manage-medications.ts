import {
  type Medication,
  type medicationChange,
  type newMedication,
  PRICE_FIRST,
} from '@amasin/domain/medications/medication.ts';
import type { z } from 'zod';
import { record } from '../audit/recording/record.ts';
import { recordChange } from '../audit/recording/record-change.ts';
import type { Ctx } from '../ctx.ts';
import type { MedicationRow } from '../database/schema/medications.ts';
import { transact } from '../database/transaction.ts';
import { invalidField, Refusal, refuseDuplicate } from '../refusal.ts';
import { managesCatalogue, presentMedication } from './present.ts';
import {
  findAuthorNames,
  findMedication,
  insertMedication,
  markMedicationDeleted,
  updateMedicationRow,
} from './queries.ts';

const duplicates = { medications_label_form_unique: 'MEDICATION_EXISTS' } as const;

/** @throws 404 NOT_FOUND when it does not exist or has been deleted */
export async function loadMedication(ctx: Ctx, id: string): Promise<MedicationRow> {
  const row = await findMedication(ctx.db, id);
  if (row === null || row.deletedAt !== null) throw new Refusal('NOT_FOUND');
  return row;
}

/**
 * Adds a medicine. If an agent or a prescriber adds it, it is « à vérifier » until a supervisor reviews it (RULES 20), and
 * they can set neither whether it requires a prescription (RULES 37) nor what it contains.
 * @throws 409 MEDICATION_EXISTS when the catalogue has this label and form
 */
export async function createMedication(
  ctx: Ctx,
  { label, form, price, requiresPrescription, substances, dosage }: z.output<typeof newMedication>,
): Promise<Medication> {
  const isManager = managesCatalogue(ctx.actor);
  const row = await refuseDuplicate(duplicates, () =>
    transact(ctx.db, async (tx) => {
      const added = await insertMedication(tx, {
        label,
        form,
        price,
        requiresPrescription: isManager && requiresPrescription === true,
        reviewed: isManager,
        ...(isManager && { substances, dosage }),
        createdById: ctx.actor._id,
        createdAt: ctx.clock.now(),
      });
      await record(ctx, tx, { action: 'create', kind: 'medication', id: added.id });
      return added;
    }),
  );
  return presentMedication(ctx.actor, row, ctx.actor.name);
}

/**
 * Changes only the fields in the body. Existing orders keep the label and price of their quote.
 * @throws 422 when approving without a price, since customers could not order it; 409 MEDICATION_EXISTS
 */
export async function updateMedication(
  ctx: Ctx,
  medication: MedicationRow,
  body: z.output<typeof medicationChange>,
): Promise<Medication> {
  const isApproval = body.reviewed === true && !medication.reviewed;
  if (isApproval && (body.price ?? medication.price) === 0) throw invalidField('price', PRICE_FIRST);
  const hasChanges = Object.keys(body).length > 0;
  const row = hasChanges
    ? await refuseDuplicate(duplicates, () => changeRow(ctx, medication, body))
    : medication;
  if (row === null) throw new Refusal('NOT_FOUND');
  const names = await findAuthorNames(ctx.db, [row]);
  return presentMedication(ctx.actor, row, names.get(row.createdById) ?? null);
}

function changeRow(ctx: Ctx, medication: MedicationRow, body: z.output<typeof medicationChange>) {
  return transact(ctx.db, async (tx) => {
    const row = await updateMedicationRow(tx, medication.id, body);
    if (row !== null) await recordChange(ctx, tx, { kind: 'medication', id: medication.id }, medication, row);
    return row;
  });
}

/**
 * Soft delete; orders and prescriptions keep the medicine. Idempotent.
 * @throws 404 NOT_FOUND when it never existed
 */
export async function deleteMedication(ctx: Ctx, id: string): Promise<void> {
  const before = await findMedication(ctx.db, id);
  if (before === null) throw new Refusal('NOT_FOUND');
  if (before.deletedAt !== null) return;
  await transact(ctx.db, async (tx) => {
    await markMedicationDeleted(tx, id, ctx.clock.now());
    await record(ctx, tx, { action: 'delete', kind: 'medication', id });
  });
}
