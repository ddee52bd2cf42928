import {
  type Medication,
  type medicationChange,
  PRICE_FIRST,
} from '@amasin/domain/medications/medication.ts';
import type { z } from 'zod';
import type { Ctx } from '../ctx.ts';
import type { MedicationRow } from '../database/schema/medications.ts';
import { invalidField, Refusal } from '../refusal.ts';
import { presentMedication } from './present.ts';
import { findAuthorName, updateMedicationRow } from './queries.ts';
import { refuseSameMedicine } from './refuse-same-medicine.ts';

/**
 * Changes what the body names and nothing else. Orders keep the label and price that they were quoted with. Without a
 * price a medicine is not approved: customers could not order it.
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
    ? await refuseSameMedicine(() => updateMedicationRow(ctx.db, medication.id, body))
    : medication;
  if (row === null) throw new Refusal('NOT_FOUND');
  return presentMedication(ctx.actor, row, await findAuthorName(ctx.db, row));
}
