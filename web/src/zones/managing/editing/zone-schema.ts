import { newZone } from '@amasin/domain/zones/zone.ts';
import { z } from 'zod';
import { readPrice } from '../../../lib/format/money.ts';

/** The form of a zone as it is typed. Loaded after the page: it brings zod. */
export const zoneSchema = newZone.extend({
  town: newZone.shape.town.unwrap(),
  price: z
    .string()
    .trim()
    .min(1, 'Frais requis')
    .transform((typed) => readPrice(typed) ?? Number.NaN)
    .pipe(newZone.shape.price),
});
