import type { onDutySearch, Pharmacy } from '@amasin/domain/pharmacies/pharmacy.ts';
import type { z } from 'zod';
import type { PublicCtx } from '../ctx.ts';
import { presentPharmacy } from './present.ts';
import { findPlacesOnDuty } from './queries.ts';

/** One page of the pharmacies that are on duty now: the nearest first where a point is given, else by name. */
export async function listOnDuty(
  ctx: PublicCtx,
  { lat, lng, ...page }: z.output<typeof onDutySearch>,
): Promise<{ pharmacies: Pharmacy[]; total: number }> {
  const from = lat === undefined || lng === undefined ? undefined : { lat, lng };
  const { rows, total } = await findPlacesOnDuty(ctx.db, { ...page, from, now: ctx.clock.now() });
  return { pharmacies: rows.map(presentPharmacy), total };
}
