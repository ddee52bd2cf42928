import { z } from 'zod';
import { MAX_FCFA } from '../contract/money.ts';
import { beninLocation } from '../contract/position.ts';
import { id, nameText } from '../contract/text.ts';
import { searchText } from '../medications/search-text.ts';
import { distinctSectors } from './sectors.ts';

export const zone = z.object({
  _id: id,
  label: z.string(),
  sectors: z.array(z.string()),
  /** Other names by which people find it: markets, crossroads. */
  aliases: z.array(z.string()),
  price: z.int(),
  /** The commune, for the courier's map link. */
  town: z.string(),
  /** Set by hand; null while it is the mean of the pharmacies whose address names the zone. */
  location: z.object({ coordinates: z.tuple([z.number(), z.number()]) }).nullable(),
});

export type Zone = z.output<typeof zone>;

const names = (required: string, error: string, tooMany: string) =>
  z.array(nameText(required, 120), { error }).max(500, tooMany).transform(distinctSectors);

/** The fields of a zone that a form or a file sets. */
const fields = z.object({
  // Search and uniqueness use only letters and digits, so a name needs at least one.
  label: nameText('Nom requis', 120).refine((name) => searchText(name) !== '', 'Nom requis'),
  sectors: names('Nom de quartier requis', 'Liste de quartiers attendue', '500 quartiers maximum'),
  aliases: names('Nom de lieu requis', 'Liste de lieux attendue', '500 lieux maximum'),
  price: z
    .int({ error: 'Le prix doit être un nombre entier de francs' })
    .min(0, 'Le prix ne peut pas être négatif')
    .max(MAX_FCFA, 'Prix trop élevé'),
  town: nameText('Commune requise', 60),
  location: beninLocation,
});

/** The town at the start of a label (« Abomey-Calavi – Godomey »), or Cotonou without one. */
export function townIn(label: string): string {
  return /^(.*?\S)\s+\p{Pd}\s/u.exec(label)?.[1] ?? 'Cotonou';
}

/** Body of POST /zones: a delivery zone, its fee in FCFA, its town (default: `townIn`) and its position. */
export const newZone = fields
  .partial({ town: true, location: true })
  .extend({ sectors: fields.shape.sectors.default([]), aliases: fields.shape.aliases.default([]) });

/** Body of PUT /zones/{id}: missing fields are unchanged; a null location removes the position. */
export const zoneChange = fields.partial();
