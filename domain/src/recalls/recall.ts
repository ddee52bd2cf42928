import { z } from 'zod';
import { isDay } from '../contract/dates.ts';
import { id, moment, optionalText, requiredText } from '../contract/text.ts';
import { medicationForms } from '../medications/form.ts';
import { batchNumber } from '../orders/batch.ts';

/** What people are told to do with a recalled medicine. */
export const recallAdvices = ['bring-back', 'call-us', 'see-doctor'] as const;

export type RecallAdvice = (typeof recallAdvices)[number];

export const recallAdviceLabels: Readonly<Record<RecallAdvice, string>> = {
  'bring-back': 'Ne le prenez plus et rapportez-le à la pharmacie',
  'call-us': 'Ne le prenez plus et appelez-nous',
  'see-doctor': 'Parlez-en à votre médecin avant d’arrêter de le prendre',
};

/** More lots than this in one notice are written as a recall of all. */
const LOTS_MAX = 50;

/** Boxes that a pharmacy has put aside. */
const BOXES = 'Nombre de boîtes invalide';

/** Body of POST /recalls. No lot means all of them. */
export const newRecall = z.object({
  medicationId: id,
  lots: z
    .array(batchNumber)
    .max(LOTS_MAX, `${LOTS_MAX} lots maximum`)
    .transform((lots) => [...new Set(lots)].sort()),
  advice: z.enum(recallAdvices, { error: 'Indiquez ce qu’il faut faire' }),
  /** Those who received it read it. */
  note: optionalText(300),
  /** The authority and its notice: « ABMed, note 12 du 3 décembre ». */
  source: requiredText('Indiquez la source', 200),
  /** The day of the notice. */
  day: z.string({ error: 'Date invalide' }).refine(isDay, 'Date invalide'),
});

/** What everybody who is concerned by a recall reads of it. */
const about = z.object({
  _id: id,
  medication: z.object({ _id: id, label: z.string(), form: z.enum(medicationForms) }),
  /** Empty: all lots. */
  lots: z.array(z.string()),
  advice: z.enum(recallAdvices),
  note: z.string().nullable(),
  source: z.string(),
  day: z.string(),
  createdAt: moment,
});

const count = z.int().min(0);

/** A recall as those who supervise read it. */
export const recall = about.extend({
  createdBy: z.string(),
  lifted: z.object({ at: moment, by: z.string() }).nullable(),
  /** Customers who may have received it: all, told, reached (their SMS was accepted, or they have opened the notice), who answered. */
  customers: z.object({ all: count, told: count, reached: count, answered: count, kept: count }),
  /** Pharmacies: told, and who said what is on their shelves. */
  pharmacies: z.object({ told: count, answered: count, boxes: count }),
  /** Paid orders that wait for a supervisor. */
  waiting: z.array(z.object({ _id: id, number: z.string() })),
});

export type Recall = z.output<typeof recall>;

/** The answer of a pharmacy: null until it gives one. */
export const recallPharmacy = z.object({ _id: id, name: z.string(), boxes: count.nullable() });

export type RecallPharmacy = z.output<typeof recallPharmacy>;

/** A recall as a customer reads it who received the medicine. */
export const receivedRecall = about.extend({
  order: z.object({ _id: id, number: z.string() }),
  /** Nobody wrote the lot of her box: it may be another one. */
  maybe: z.boolean(),
  lifted: z.boolean(),
  answered: z.boolean(),
  /** Whether she still has it; null until she says so. */
  kept: z.boolean().nullable(),
});

export type ReceivedRecall = z.output<typeof receivedRecall>;

/** An open recall as a pharmacy reads it. */
export const pharmacyRecall = about.extend({
  /** It prepared this medicine in the last year, or has it to prepare, and has not answered. */
  asks: z.boolean(),
  /** What it put aside; null until it answers. */
  boxes: count.nullable(),
});

export type PharmacyRecall = z.output<typeof pharmacyRecall>;

/** Body of POST /recalls/{id}/stock: 0 for « nous n’en avons pas ». */
export const stockAnswer = z.object({ boxes: z.int({ error: BOXES }).min(0, BOXES).max(9_999, BOXES) });

/** Body of POST /recalls/{id}/answer: she has read it. */
export const receivedAnswer = z.object({ kept: z.boolean().nullish() });

/** How many of the lines that a pharmacy prepared in the last 30 days have a batch. */
export const writtenBatches = z.object({
  pharmacy: z.object({ _id: id, name: z.string() }),
  lines: count,
  written: count,
});

export type WrittenBatches = z.output<typeof writtenBatches>;

/** What is said of lots in one line. */
export const lotsInWords = (lots: readonly string[]): string =>
  lots.length === 0 ? 'tous les lots' : `${lots.length === 1 ? 'lot' : 'lots'} ${lots.join(', ')}`;
