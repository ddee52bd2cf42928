import type { Ctx } from '../ctx.ts';
import { Refusal } from '../refusal.ts';
import { findMedication, markMedicationDeleted } from './queries.ts';

/** Takes a medicine out of the catalogue; orders and prescriptions keep it. Again and again: the same. */
export async function deleteMedication(ctx: Ctx, id: string): Promise<void> {
  if ((await findMedication(ctx.db, id)) === null) throw new Refusal('NOT_FOUND');
  await markMedicationDeleted(ctx.db, id, ctx.clock.now());
}
