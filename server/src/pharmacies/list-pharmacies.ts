import type { Pharmacy, placeFilters } from '@amasin/domain/pharmacies/pharmacy.ts';
import type { z } from 'zod';
import type { Ctx } from '../ctx.ts';
import { presentPharmacy } from './present.ts';
import { findPlacesNamed } from './queries.ts';

/** One page of the directory by name, for those who plan who is on duty. */
export async function listPharmacies(
  ctx: Ctx,
  { q, ...page }: z.output<typeof placeFilters>,
): Promise<{ pharmacies: Pharmacy[]; total: number }> {
  const { rows, total } = await findPlacesNamed(ctx.db, q, { ...page, now: ctx.clock.now() });
  return { pharmacies: rows.map(presentPharmacy), total };
}
