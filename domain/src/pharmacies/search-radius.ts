/** Search radius in kilometres (rule 34). */
export const MIN_RADIUS_KM = 1;
export const MAX_RADIUS_KM = 30;
export const DEFAULT_RADIUS_KM = 5;

/** The start of a search without a position: the centre of Cotonou. */
export const DEFAULT_POINT = { lat: 6.3703, lng: 2.3912 } as const;

/** Limits a radius to 1 to 30 km; one outside is not refused (authorization.csv 55). */
export function clampRadius(km: number): number {
  return Math.min(MAX_RADIUS_KM, Math.max(MIN_RADIUS_KM, km));
}
