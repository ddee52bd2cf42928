import type { Pharmacy, pharmacySearch } from '@amasin/domain/pharmacies/pharmacy.ts';
import { DEFAULT_POINT } from '@amasin/domain/pharmacies/search-radius.ts';
import type { z } from 'zod';
import type { PublicCtx } from '../ctx.ts';
import { presentPharmacy } from './present.ts';
import { findPlacesAround } from './queries.ts';

/** One page of the pharmacies around a point, the nearest first (RULES 34). */
export async function searchPharmacies(
  ctx: PublicCtx,
  { lat, lng, radius, ...page }: z.output<typeof pharmacySearch>,
): Promise<{ pharmacies: Pharmacy[]; total: number }> {
  const from = lat === undefined || lng === undefined ? DEFAULT_POINT : { lat, lng };
  const { rows, total } = await findPlacesAround(ctx.db, from, radius, { ...page, now: ctx.clock.now() });
  return { pharmacies: rows.map(presentPharmacy), total };
}
