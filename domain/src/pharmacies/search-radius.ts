/** Search radius in kilometres (SPEC 9, RULES 34). */
export const MIN_RADIUS_KM = 1;
export const MAX_RADIUS_KM = 30;
export const DEFAULT_RADIUS_KM = 5;

/** Where a search without a position looks from: the middle of Cotonou (SPEC 9). */
export const DEFAULT_POINT = { lat: 6.3703, lng: 2.3912 } as const;

/** A radius outside 1 to 30 km is brought back to the nearer end, not refused (csv 55). */
export function clampRadius(km: number): number {
  return Math.min(MAX_RADIUS_KM, Math.max(MIN_RADIUS_KM, km));
}
