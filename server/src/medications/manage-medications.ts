import {
  type Medication,
  type medicationChange,
  type newMedication,
  PRICE_FIRST,
} from '@amasin/domain/medications/medication.ts';
import type { z } from 'zod';
import type { Ctx } from '../ctx.ts';
import type { MedicationRow } from '../database/schema/medications.ts';
import { invalidField, Refusal, refuseDuplicate } from '../refusal.ts';
import { keepsCatalogue, presentMedication } from './present.ts';
import {
  findAuthorName,
  findMedication,
  insertMedication,
  markMedicationDeleted,
  updateMedicationRow,
} from './queries.ts';

const duplicates = { medications_label_form_unique: 'MEDICATION_EXISTS' } as const;

/** @throws 404 also for a medicine that has been deleted */
export async function loadMedication(ctx: Ctx, id: string): Promise<MedicationRow> {
  const row = await findMedication(ctx.db, id);
  if (row === null || row.deletedAt !== null) throw new Refusal('NOT_FOUND');
  return row;
}

/**
 * Adds a medicine. One that an agent or a prescriber adds is « à vérifier » until a supervisor has reviewed it (RULES 20),
 * and they do not decide whether it needs a prescription (RULES 37).
 */
export async function createMedication(
  ctx: Ctx,
  { label, form, price, requiresPrescription }: z.output<typeof newMedication>,
): Promise<Medication> {
  const keeper = keepsCatalogue(ctx.actor);
  const row = await refuseDuplicate(duplicates, () =>
    insertMedication(ctx.db, {
      label,
      form,
      price,
      requiresPrescription: keeper && requiresPrescription === true,
      reviewed: keeper,
      createdById: ctx.actor._id,
      createdAt: ctx.clock.now(),
    }),
  );
  return presentMedication(ctx.actor, row, ctx.actor.name);
}

/**
 * Changes what the body names and nothing else. Orders keep the label and price that they were quoted with. A medicine
 * without a price is not approved: customers could not order it.
 */
export async function updateMedication(
  ctx: Ctx,
  medication: MedicationRow,
  body: z.output<typeof medicationChange>,
): Promise<Medication> {
  const approves = body.reviewed === true && !medication.reviewed;
  if (approves && (body.price ?? medication.price) === 0) throw invalidField('price', PRICE_FIRST);
  const changes = Object.keys(body).length > 0;
  const row = changes
    ? await refuseDuplicate(duplicates, () => updateMedicationRow(ctx.db, medication.id, body))
    : medication;
  if (row === null) throw new Refusal('NOT_FOUND');
  return presentMedication(ctx.actor, row, await findAuthorName(ctx.db, row));
}

/** Takes a medicine out of the catalogue; orders and prescriptions keep it. Idempotent. */
export async function deleteMedication(ctx: Ctx, id: string): Promise<void> {
  if ((await findMedication(ctx.db, id)) === null) throw new Refusal('NOT_FOUND');
  await markMedicationDeleted(ctx.db, id, ctx.clock.now());
}
