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

// Search and uniqueness use only letters and digits, so a name needs at least one.
const label = nameText('Nom requis', 120).refine((name) => searchText(name) !== '', 'Nom requis');
const sectors = z
  .array(nameText('Nom de quartier requis', 120), { error: 'Liste de quartiers attendue' })
  .max(500, '500 quartiers maximum')
  .transform(distinctSectors);
const aliases = z
  .array(nameText('Nom de lieu requis', 120), { error: 'Liste de lieux attendue' })
  .max(500, '500 lieux maximum')
  .transform(distinctSectors);
const price = z
  .int({ error: 'Le prix doit être un nombre entier de francs' })
  .min(0, 'Le prix ne peut pas être négatif')
  .max(MAX_FCFA, 'Prix trop élevé');

const town = nameText('Commune requise', 60);

/** The town at the start of a label (« Abomey-Calavi – Godomey »), or Cotonou without one. */
export function townIn(label: string): string {
  return /^(.*?\S)\s+\p{Pd}\s/u.exec(label)?.[1] ?? 'Cotonou';
}

/**
 * Body of POST /zones: a delivery zone, its sectors, its other names, its fee in FCFA, its town (default: `townIn`) and its
 * position.
 */
export const newZone = z.object({
  label,
  sectors: sectors.default([]),
  aliases: aliases.default([]),
  price,
  town: town.optional(),
  location: beninLocation.optional(),
});

/** Body of PUT /zones/{id}: missing fields are unchanged; a null location removes the position. */
export const zoneChange = z.object({
  label: label.optional(),
  sectors: sectors.optional(),
  aliases: aliases.optional(),
  price: price.optional(),
  town: town.optional(),
  location: beninLocation.optional(),
});
