import { z } from 'zod';
import { isChronological } from '../contract/dates.ts';
import { MAX_FCFA } from '../contract/money.ts';
import { paging } from '../contract/paging.ts';
import { id, moment, nameText, optionalDay, plainText } from '../contract/text.ts';
import { medicationForms } from './form.ts';
import { SEARCH_MAX, searchText } from './search-text.ts';

export const medication = z.object({
  _id: id,
  label: z.string(),
  form: z.enum(medicationForms),
  price: z.int(),
  requiresPrescription: z.boolean(),
  reviewed: z.boolean(),
  /** Present while the price that a prescriber typed is not checked: it counts as 0 (rule 20). */
  awaitsReview: z.literal(true).optional(),
  /** Present while all of its lots are recalled: it cannot be ordered. */
  recalled: z.literal(true).optional(),
  /** International names, « Amoxicilline + acide clavulanique », and their amounts; null when unknown. */
  substances: z.string().nullable(),
  dosage: z.string().nullable(),
  /** Name of the user who added it; for supervisor and superAdmin only. */
  createdBy: z.string().nullable().optional(),
  createdAt: moment,
});

export type Medication = z.output<typeof medication>;

/** A visitor reads this of a medicine that customers may find. */
export const publicMedication = medication.pick({
  _id: true,
  label: true,
  form: true,
  price: true,
  requiresPrescription: true,
  substances: true,
  dosage: true,
});

export type PublicMedication = z.output<typeof publicMedication>;

/** The price of a medicine, FCFA. */
export const price = z
  .int({ error: 'Le prix doit être un nombre entier de francs' })
  .min(0, 'Le prix ne peut pas être négatif')
  .max(MAX_FCFA, 'Prix trop élevé');

/** Null when unknown, sent as null or empty; long for a vaccine or a drip. */
const content = plainText(2_000)
  .nullable()
  .transform((text) => text || null)
  .optional();

/** The fields of a medicine that a form or a file sets. */
const fields = z.object({
  // Search and uniqueness use only letters and digits, so a name needs at least one.
  label: nameText('Nom requis', 200).refine((name) => searchText(name) !== '', 'Nom requis'),
  form: z.enum(medicationForms, { error: 'Forme inconnue' }),
  price,
  requiresPrescription: z.boolean(),
  substances: content,
  dosage: content,
});

/**
 * Body of POST /medications. A medicine with price 0 cannot be ordered. What requires a prescription and what a medicine contains
 * is set by supervisor and superAdmin only; ignored from others.
 */
export const newMedication = fields.partial({ requiresPrescription: true }).extend({
  form: fields.shape.form.default('tablet'),
  price: price.default(0),
  /** An agent or a prescriber confirms that it is another form than those of this name in the catalogue. */
  anotherForm: z.boolean().optional(),
});

/** The message when a medicine without a price is approved. */
export const PRICE_FIRST = 'Fixez un prix supérieur à 0 avant de valider';

/** Body of PUT /medications/{id}: missing fields are unchanged. */
export const medicationChange = fields.extend({ reviewed: z.boolean() }).partial();

/**
 * Filters of GET /medications, applied for users who manage the catalogue: part of the name, the user who added it, and
 * the first and last day (in Benin) on which it was added.
 */
export const medicationFilters = z
  .object({
    q: plainText(SEARCH_MAX).optional(),
    createdBy: z
      .string()
      .refine((author) => author === '' || id.safeParse(author).success, 'Auteur inconnu')
      .optional()
      .transform((author) => author || undefined),
    from: optionalDay,
    to: optionalDay,
    reviewed: z
      .enum(['', 'true', 'false'], { error: 'Filtre inconnu' })
      .optional()
      .transform((text) => (text ? text === 'true' : undefined)),
    ...paging,
  })
  .refine(isChronological, { path: ['to'], message: 'La fin précède le début' });

/** A user who added medicines to the catalogue, and how many of them are still in it. */
export const medicationCreator = z.object({ _id: id, name: z.string(), medications: z.int().min(1) });
