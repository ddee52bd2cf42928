import { z } from 'zod';
import { id, identifier, nameText, optionalText, requiredText } from '../contract/text.ts';

const TOO_SHORT = 'Indiquez un repère : rue, portail, commerce voisin';

/** Where the courier goes, in the customer's words. One or two letters lead nowhere. */
export const addressText = requiredText(
  'Adresse requise',
  300,
  'Adresse trop longue (300 caractères maximum)',
).refine((text) => text === '' || text.length > 2, TOO_SHORT);

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
