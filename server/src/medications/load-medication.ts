import type { Ctx } from '../ctx.ts';
import type { MedicationRow } from '../database/schema/medications.ts';
import { Refusal } from '../refusal.ts';
import { findMedication } from './queries.ts';

/** The medicine of this id, or 404: also for one that has been removed. */
export async function loadMedication(ctx: Ctx, id: string): Promise<MedicationRow> {
  const row = await findMedication(ctx.db, id);
  if (row === null || row.deletedAt !== null) throw new Refusal('NOT_FOUND');
  return row;
}
