import type { DutyList } from '@amasin/domain/pharmacies/duty-list.ts';
import type {
  onDutySearch,
  Pharmacy,
  pharmacySearch,
  placeFilters,
} from '@amasin/domain/pharmacies/pharmacy.ts';
import { DEFAULT_POINT } from '@amasin/domain/pharmacies/search-radius.ts';
import type { z } from 'zod';
import type { Ctx, PublicCtx } from '../ctx.ts';
import { Refusal } from '../refusal.ts';
import { findLatestList } from './duty-queries.ts';
import { presentPharmacy } from './present.ts';
import { findPlace, findPlacesAround, findPlacesNamed, findPlacesOnDuty } from './queries.ts';

/** Finds one page of the pharmacies around a point, nearest first (rule 34). */
export async function searchPharmacies(
  ctx: PublicCtx,
  { lat, lng, radius, ...page }: z.output<typeof pharmacySearch>,
): Promise<{ pharmacies: Pharmacy[]; total: number }> {
  const from = lat === undefined || lng === undefined ? DEFAULT_POINT : { lat, lng };
  const { rows, total } = await findPlacesAround(ctx.db, from, radius, { ...page, now: ctx.clock.now() });
  return { pharmacies: rows.map(presentPharmacy), total };
}

/** Lists one page of the pharmacies on duty now, nearest first from a point, else by name, and the latest published list. */
export async function listOnDuty(
  ctx: PublicCtx,
  { lat, lng, ...page }: z.output<typeof onDutySearch>,
): Promise<{ pharmacies: Pharmacy[]; total: number; dutyList: DutyList | null }> {
  const from = lat === undefined || lng === undefined ? undefined : { lat, lng };
  const { rows, total } = await findPlacesOnDuty(ctx.db, { ...page, from, now: ctx.clock.now() });
  return { pharmacies: rows.map(presentPharmacy), total, dutyList: await findLatestList(ctx.db) };
}

/** Reads a listed pharmacy, by the id of its place or account. @throws 404 NOT_FOUND, also for one that is not listed */
export async function readPharmacy(ctx: PublicCtx, id: string): Promise<Pharmacy> {
  const found = await findPlace(ctx.db, id, ctx.clock.now());
  if (!found?.place.active) throw new Refusal('NOT_FOUND');
  return presentPharmacy(found);
}

/** Lists one page of the directory by name, for planning duty. */
export async function listPharmacies(
  ctx: Ctx,
  { q, ...page }: z.output<typeof placeFilters>,
): Promise<{ pharmacies: Pharmacy[]; total: number }> {
  const { rows, total } = await findPlacesNamed(ctx.db, q, { ...page, now: ctx.clock.now() });
  return { pharmacies: rows.map(presentPharmacy), total };
}
