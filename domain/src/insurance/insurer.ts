import { z } from 'zod';
import { fcfaSum } from '../contract/amount.ts';
import { MAX_FCFA } from '../contract/money.ts';
import { id, nameText } from '../contract/text.ts';
import { searchText } from '../medications/search-text.ts';
import { MAX_RATE, MIN_RATE } from './rate.ts';

/** An insurer that the house knows: what its cards may take off, and what it owes (rule 60). */
export const insurer = z.object({
  _id: id,
  name: z.string(),
  /** The rates that its cards may have, in percent; none: every rate. */
  rates: z.array(z.int()),
  active: z.boolean(),
  // Only super administrators read the rest.
  /** The most that it covers for one person in a month, FCFA; null without a ceiling. */
  ceiling: z.int().nullable().optional(),
  /** The most that it may owe; beyond it its cards wait. */
  limit: z.int().optional(),
  /** An order of which it covers more needs its agreement first; null: never. */
  agreementAbove: z.int().nullable().optional(),
  /** Days that it takes to pay a claim. */
  delayDays: z.int().optional(),
  /** The medicines that it does not cover. */
  excluded: z.array(z.object({ _id: id, label: z.string() })).optional(),
  /** What it owes for orders that are paid, FCFA. */
  owed: fcfaSum.optional(),
});

export type Insurer = z.output<typeof insurer>;

const amount = z
  .int({ error: 'Indiquez un montant en francs entiers' })
  .min(0, 'Le montant ne peut pas être négatif')
  .max(2_000_000_000, 'Montant trop élevé');
const ofOrder = amount.max(MAX_FCFA, 'Montant trop élevé');
const RATE = `Un taux est un nombre entier de ${MIN_RATE} à ${MAX_RATE}`;
const rate = z.int({ error: RATE }).min(MIN_RATE, RATE).max(MAX_RATE, RATE);
const DAYS = 'Un délai de 0 à 365 jours';

const fields = z.object({
  name: nameText('Nom requis', 120).refine((name) => searchText(name) !== '', 'Nom requis'),
  rates: z
    .array(rate, { error: 'Liste de taux attendue' })
    .max(96, '96 taux maximum')
    .transform((rates) => [...new Set(rates)].sort((one, other) => one - other)),
  ceiling: ofOrder.nullable(),
  limit: amount,
  agreementAbove: ofOrder.nullable(),
  delayDays: z.int({ error: DAYS }).min(0, DAYS).max(365, DAYS),
  excluded: z
    .array(id, { error: 'Liste de médicaments attendue' })
    .max(500, '500 médicaments maximum')
    .transform((ids) => [...new Set(ids)]),
  active: z.boolean({ error: 'Choisissez oui ou non' }),
});

/** Body of POST /insurers. */
export const newInsurer = fields.extend({
  rates: fields.shape.rates.default([]),
  ceiling: fields.shape.ceiling.default(null),
  agreementAbove: fields.shape.agreementAbove.default(null),
  delayDays: fields.shape.delayDays.default(30),
  excluded: fields.shape.excluded.default([]),
  active: fields.shape.active.default(true),
});

/** Body of PUT /insurers/{id}: missing fields are unchanged. */
export const insurerChange = fields.partial();
