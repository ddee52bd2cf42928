import type { Medication, medicationFilters } from '@amasin/domain/medications/medication.ts';
import type { z } from 'zod';
import type { Ctx } from '../ctx.ts';
import { keepsCatalogue } from './managing/keeps-catalogue.ts';
import { findFiltered } from './managing/queries.ts';
import { presentMedication } from './present.ts';
import { findMedications } from './queries.ts';

/**
 * A page of the catalogue, in alphabetical order and in no other: no medicine is put forward (BENIN.md). Those who keep
 * it may filter it; what others ask for beside the page is not heeded.
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
