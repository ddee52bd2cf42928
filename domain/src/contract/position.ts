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
