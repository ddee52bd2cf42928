import { z } from 'zod';
import './zod-settings.ts';

/** A box around Benin, in degrees: it detects coordinates that were swapped or mistyped. */
export const BENIN = { south: 6, north: 12.5, west: 0.7, east: 3.9 } as const;

const OUTSIDE = 'Position au Bénin attendue : latitude de 6 à 12,5, longitude de 0,7 à 3,9';

const inBenin = z
  .object({ coordinates: z.tuple([z.number(), z.number()]) })
  .refine(
    ({ coordinates: [longitude, latitude] }) =>
      longitude >= BENIN.west &&
      longitude <= BENIN.east &&
      latitude >= BENIN.south &&
      latitude <= BENIN.north,
    OUTSIDE,
  );

/** A position in Benin, longitude first, or null. The `type: "Point"` of GeoJSON is dropped. */
export const beninLocation = z.union([z.null(), inBenin], { error: OUTSIDE });

export interface Point {
  readonly lat: number;
  readonly lng: number;
}

/** The radius by which PostgreSQL measures too. */
const EARTH_METRES = 6_378_168;
const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** Metres between two points as the crow flies (haversine formula). */
export function metresBetween(one: Point, other: Point): number {
  const lat = Math.sin(radians(other.lat - one.lat) / 2) ** 2;
  const lng = Math.sin(radians(other.lng - one.lng) / 2) ** 2;
  const part = lat + Math.cos(radians(one.lat)) * Math.cos(radians(other.lat)) * lng;
  return Math.round(2 * EARTH_METRES * Math.asin(Math.sqrt(part)));
}
