import type { Medication, medicationFilters } from '@amasin/domain/medications/medication.ts';
import type { z } from 'zod';
import type { Ctx } from '../ctx.ts';
import { findCreators, findFiltered } from './managing/queries.ts';
import { keepsCatalogue, presentMedication } from './present.ts';
import { findMedications } from './queries.ts';

/**
 * A page of the catalogue, always in alphabetical order: no medicine is promoted (BENIN.md). Those who keep it may filter
 * it; the filters of others are ignored.
 */
export async function listMedications(
  ctx: Ctx,
  { page, limit, ...filters }: z.output<typeof medicationFilters>,
): Promise<{ medications: Medication[]; total: number }> {
  const { rows, total } = keepsCatalogue(ctx.actor)
    ? await findFiltered(ctx.db, filters, { page, limit })
    : await findMedications(ctx.db, { orderableOnly: ctx.actor.type === 'customer', page, limit });
  return {
    medications: rows.map(({ medication, author }) => presentMedication(ctx.actor, medication, author)),
    total,
  };
}

/** Who added medicines of the catalogue: the values that it can be filtered by. */
export async function listCreators(ctx: Ctx) {
  const creators = await findCreators(ctx.db);
  return { creators, total: creators.length };
}
