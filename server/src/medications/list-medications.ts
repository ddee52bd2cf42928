import type { Medication, medicationFilters } from '@amasin/domain/medications/medication.ts';
import type { z } from 'zod';
import type { Ctx } from '../ctx.ts';
import { findCreators, findFiltered } from './managing/queries.ts';
import { managesCatalogue, presentMedication } from './present.ts';
import { findMedications } from './queries.ts';

/**
 * A page of the catalogue, always in alphabetical order: no medicine is promoted (BENIN.md). Only catalogue
 * managers can filter it; others' filters are ignored.
 */
export async function listMedications(
  ctx: Ctx,
  { page, limit, ...filters }: z.output<typeof medicationFilters>,
): Promise<{ medications: Medication[]; total: number }> {
  const { rows, total } = managesCatalogue(ctx.actor)
    ? await findFiltered(ctx.db, filters, { page, limit })
    : await findMedications(ctx.db, { orderableOnly: ctx.actor.type === 'customer', page, limit });
  return {
    medications: rows.map(({ medication, author }) => presentMedication(ctx.actor, medication, author)),
    total,
  };
}

/** The authors of medicines, for the filter of the catalogue. */
export async function listCreators(ctx: Ctx) {
  const creators = await findCreators(ctx.db);
  return { creators, total: creators.length };
}
