import { apostrophes } from '@amasin/domain/medications/search-text.ts';
import type { orderCandidate } from '@amasin/domain/orders/order.ts';
import { dutyNight, tonight } from '@amasin/domain/pharmacies/duty-night.ts';
import type { z } from 'zod';
import type { Ctx } from '../../ctx.ts';
import { findZone } from '../../zones/queries.ts';
import type { AssignedRole } from '../change-queries.ts';
import type { OrderView } from '../queries.ts';
import { findCandidates } from './candidate-queries.ts';

type Search = { readonly role: AssignedRole; readonly q?: string | undefined };

/**
 * The people who can be assigned to this order, the most suitable ones first: at night the pharmacies on duty, then the one
 * that the customer wishes for, then the nearest to the zone with few orders in hand; of couriers and pharmacists, who has the fewest orders in hand, then who has
 * waited longest.
 */
export async function listCandidates(
  ctx: Ctx,
  { order }: OrderView,
  { role, q }: Search,
): Promise<{ candidates: z.input<typeof orderCandidate>[]; total: number }> {
  const now = ctx.clock.now();
  const night = dutyNight(tonight(now));
  const zone = await findZone(ctx.db, order.zoneId);
  const rows = await findCandidates(ctx.db, {
    role,
    q: q?.trim() || undefined,
    // After a first assignment, the supervisor looks for another pharmacy than the wished one, or knows it.
    wishedId: order.pharmacyId === null ? order.wishedPharmacyId : null,
    zonePoint: zone,
    zonePatterns: zonePatterns(order.zoneLabel, zone?.sectors ?? []),
    now,
    isNight: night !== null && night.startsAt <= now,
  });
  const candidates = rows.map(({ id, total: _, lastStop, metres, ...row }) => ({
    ...row,
    _id: id,
    metres: metres === null ? null : Math.round(metres),
    lastStop: lastStop && { ...lastStop, at: new Date(lastStop.at).toISOString() },
  }));
  return { candidates, total: rows[0]?.total ?? 0 };
}

/** Regular expressions for what follows the town in a zone's label (« Cotonou – 12e arrondissement »), and for its sectors. */
function zonePatterns(label: string, sectors: readonly string[]): string[] {
  const part = label.split(/\s\p{Pd}\s/u).at(-1) ?? label;
  return [part, ...sectors].map((text) => {
    const folded = text.normalize('NFD').replace(/\p{M}/gu, '').replace(apostrophes, '').toLowerCase().trim();
    return `\\m${folded.replace(/[^a-z0-9 ]/g, '.')}\\M`;
  });
}
