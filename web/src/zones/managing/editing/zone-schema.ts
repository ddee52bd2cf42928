import { newZone } from '@amasin/domain/zones/zone.ts';
import { z } from 'zod';
import { readPrice } from '../../../lib/format.ts';

/** The typed values of the form. Lazy: it imports zod. */
export const zoneSchema = newZone.extend({
  town: newZone.shape.town.unwrap(),
  price: z
    .string()
    .trim()
    .min(1, 'Frais requis')
    .transform((typed) => readPrice(typed) ?? Number.NaN)
    .pipe(newZone.shape.price),
});
