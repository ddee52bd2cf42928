import { z } from 'zod';
import { isDay } from '../contract/dates.ts';
import { id, identifier, requiredText } from '../contract/text.ts';
import { dutyNight } from './duty-night.ts';

const MAX_TEXT = 20_000;
/** Maximum number of names in one text. */
export const MAX_NAMES = 1000;
export const LIST_TOO_LONG = 'Liste trop longue : collez-la en plusieurs fois';
const MAX_PHARMACIES = 300;
const MAX_NIGHTS = 31;
const MAX_SOURCE = 100;

/** A published list of duty: its date and who published it. */
export const dutyList = z.object({ date: z.string(), source: z.string() });

export type DutyList = z.output<typeof dutyList>;

const night = z.string().refine((date) => dutyNight(date) !== null, 'Date invalide');

/** Body of POST /duty-lists/reading: the text of a list, and the week of the names without a date. */
export const dutyListText = z.object({
  text: requiredText('Liste requise', MAX_TEXT, LIST_TOO_LONG),
  week: night,
});

/**
 * A name of the list and its nights that are not over.
 * - `found`: exactly one pharmacy has this name
 * - `ambiguous`: the person chooses among `pharmacies`
 * - `unknown`: no pharmacy resembles it
 * - `undated`: its date cannot be read, or is too far ahead
 */
export const readDutyName = z.object({
  written: z.string(),
  match: z.enum(['found', 'ambiguous', 'unknown', 'undated']),
  nights: z.array(z.string()),
  pharmacies: z.array(z.object({ _id: id, name: z.string(), address: z.string().nullable() })),
});

export type ReadDutyName = z.output<typeof readDutyName>;

/** Body of POST /duty-lists: the confirmed shifts, whole nights, with the source and the date of the list. */
export const newDutyList = z.object({
  source: requiredText('Source requise', MAX_SOURCE),
  date: z.string({ error: 'Date requise' }).min(1, 'Date requise').refine(isDay, 'Date invalide'),
  shifts: z
    .array(
      z.object({
        pharmacy: identifier('Pharmacie inconnue'),
        nights: z.array(night).min(1, 'Indiquez au moins une nuit').max(MAX_NIGHTS),
      }),
    )
    .min(1, 'Indiquez au moins une pharmacie')
    .max(MAX_PHARMACIES, `${MAX_PHARMACIES} pharmacies au maximum`),
});
