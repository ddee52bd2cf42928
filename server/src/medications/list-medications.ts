import type { Medication } from '@amasin/domain/medications/medication.ts';
import type { Ctx } from '../ctx.ts';
import { presentMedication } from './present.ts';
import { findMedications } from './queries.ts';

/** A page of the catalogue, in alphabetical order and in no other: no medicine is put forward (BENIN.md). */
export async function listMedications(
  ctx: Ctx,
  { page, limit }: { page: number; limit: number },
): Promise<{ medications: Medication[]; total: number }> {
  const orderableOnly = ctx.actor.type === 'customer';
  const { rows, total } = await findMedications(ctx.db, { orderableOnly, page, limit });
  return {
    medications: rows.map(({ medication, author }) => presentMedication(ctx.actor, medication, author)),
    total,
  };
}
