import { z } from 'zod';
import { id, identifier, nameText, optionalText, requiredText } from '../contract/text.ts';
import { ADDRESS_MAX, ADDRESS_MIN } from './limits.ts';

const TOO_SHORT = 'Indiquez un repère : rue, portail, commerce voisin';

/** Where the courier goes, in the customer's words. */
export const addressText = requiredText(
  'Adresse requise',
  ADDRESS_MAX,
  `Adresse trop longue (${ADDRESS_MAX} caractères maximum)`,
).refine((text) => text === '' || text.length >= ADDRESS_MIN, TOO_SHORT);

/** A place of delivery that a customer keeps: « Maison ». */
export const address = z.object({
  _id: id,
  name: z.string(),
  /** Id of its zone, which may no longer be served. */
  zone: id,
  /** The quarter that was picked; null if the zone itself was. */
  sector: z.string().nullable(),
  address: z.string(),
});

export type Address = z.output<typeof address>;

/** Body of POST /addresses and of PUT /addresses/{id}, which replaces the whole. */
export const newAddress = z.object({
  name: nameText('Nom requis', 40),
  zone: identifier('Zone requise'),
  sector: optionalText(120),
  address: addressText,
});

export type NewAddress = z.output<typeof newAddress>;
