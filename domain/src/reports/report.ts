import { z } from 'zod';
import { isDay } from '../contract/dates.ts';
import { id, moment, optionalText, requiredText } from '../contract/text.ts';
import {
  closings,
  faults,
  reactionOutcomes,
  redFlags,
  reportKinds,
  reportStates,
  seriousnesses,
  sexes,
  takers,
} from './kinds.ts';

export const REPORT_WORDS_MAX = 1_000;
export const BATCH_MAX = 60;

/** An order has this many reports at most. */
export const MAX_REPORTS = 10;

/** A day in Benin; the server refuses one to come, by its clock. */
const day = z.string({ error: 'Indiquez la date' }).refine(isDay, 'Indiquez la date');

const MEDICINE = 'Indiquez le médicament';
/** The medicines of the order that it is about. */
const medications = z.array(id, { error: MEDICINE }).min(1, MEDICINE).max(100, '100 médicaments maximum');

const AGE = 'Indiquez l’âge de l’enfant';

const reaction = z
  .object({
    kind: z.literal('reaction'),
    medications,
    /** Those that she ticked before. */
    redFlags: z.array(z.enum(redFlags)).max(redFlags.length).default([]),
    /** What she feels. */
    words: requiredText('Dites ce que vous ressentez', REPORT_WORDS_MAX),
    since: day,
    taker: z.enum(takers, { error: 'Indiquez qui l’a pris' }),
    /** Of a child. */
    ageMonths: z
      .int(AGE)
      .min(0, AGE)
      .max(18 * 12, AGE)
      .nullish(),
    stopped: z.boolean({ error: 'Dites si vous avez arrêté' }),
  })
  .refine(({ taker, ageMonths }) => taker !== 'child' || ageMonths != null, {
    path: ['ageMonths'],
    message: AGE,
  });

const box = z.object({
  kind: z.literal('box'),
  medications,
  fault: z.enum(faults, { error: 'Indiquez ce qui est anormal' }),
  words: optionalText(REPORT_WORDS_MAX),
  /** As it is printed on the box. */
  batch: optionalText(BATCH_MAX),
  /** The key of a photograph of category `report`. */
  photo: optionalText(200),
});

/** Body of POST /orders/{id}/reports. */
export const reportBody = z.discriminatedUnion('kind', [reaction, box], {
  error: 'Indiquez ce que vous signalez',
});

export type ReportBody = z.output<typeof reportBody>;

/** A report as its customer reads it. */
export const ownReport = z.object({
  _id: id,
  kind: z.enum(reportKinds),
  createdAt: moment,
  medicines: z.array(z.string()),
  state: z.enum(reportStates),
});

export type OwnReport = z.output<typeof ownReport>;

/** A report in the list; it names nothing of what she feels. */
export const reportRow = z.object({
  _id: id,
  kind: z.enum(reportKinds),
  state: z.enum(reportStates),
  createdAt: moment,
  order: z.object({ _id: id, number: z.string() }),
  customer: z.string(),
  /** Whether she ticked a red flag. */
  isUrgent: z.boolean(),
  takenBy: z.string().nullable(),
});

export type ReportRow = z.output<typeof reportRow>;

/** An empty field of the form says nothing. */
const orNull = <S extends z.ZodType>(schema: S, error: string) =>
  z
    .union([z.literal('').transform(() => null), schema, z.null()], { error })
    .optional()
    .transform((value) => value ?? null);

const dayOrNull = orNull(day, 'Indiquez la date');
const KNOWN = 'Choisissez dans la liste';
const whole = (max: number, words: string) => orNull(z.int().min(0).max(max), words);

/** What an in-house pharmacist adds for the authority. Body of POST /reports/{id}/facts: all of it, as it is after. */
export const reportFacts = z.object({
  /** Never a whole name. */
  initials: optionalText(6),
  sex: orNull(z.enum(sexes), KNOWN),
  /** In years. */
  age: whole(120, 'Indiquez un âge en années'),
  /** In kilograms. */
  weight: whole(400, 'Indiquez un poids en kilogrammes'),
  batch: optionalText(BATCH_MAX),
  dose: optionalText(200),
  from: dayOrNull,
  to: dayOrNull,
  /** The reaction, or the fault, in the pharmacist's words. */
  description: optionalText(REPORT_WORDS_MAX),
  seriousness: orNull(z.enum(seriousnesses), KNOWN),
  outcome: orNull(z.enum(reactionOutcomes), KNOWN),
  otherMedicines: optionalText(500),
  cause: optionalText(500),
});

export type ReportFacts = z.output<typeof reportFacts>;

/** Body of POST /reports/{id}/declared. */
export const reportDeclared = z.object({
  day,
  /** The number that the authority gave. */
  receipt: optionalText(100),
});

export type ReportDeclared = z.output<typeof reportDeclared>;

/** Body of POST /reports/{id}/close. */
export const reportClosing = z.object({
  reason: z.enum(closings, { error: 'Indiquez une raison' }),
  note: optionalText(300),
});

export type ReportClosing = z.output<typeof reportClosing>;

const person = z.object({ _id: id, name: z.string() });

const read = z.object({
  initials: z.string().nullable(),
  sex: z.enum(sexes).nullable(),
  age: z.int().nullable(),
  weight: z.int().nullable(),
  batch: z.string().nullable(),
  dose: z.string().nullable(),
  from: z.string().nullable(),
  to: z.string().nullable(),
  description: z.string().nullable(),
  seriousness: z.enum(seriousnesses).nullable(),
  outcome: z.enum(reactionOutcomes).nullable(),
  otherMedicines: z.string().nullable(),
  cause: z.string().nullable(),
});

/** A report as the house's pharmacists read it. */
export const report = reportRow.extend({
  phone: z.string().nullable(),
  pharmacy: z.string().nullable(),
  /** When the order was handed over. */
  deliveredAt: moment.nullable(),
  medicines: z.array(z.object({ label: z.string(), quantity: z.int() })),
  /** The other medicines of the order; none once they were erased. */
  others: z.array(z.object({ label: z.string(), quantity: z.int() })),
  words: z.string().nullable(),
  /** Of a reaction. */
  redFlags: z.array(z.enum(redFlags)),
  since: z.string().nullable(),
  taker: z.enum(takers).nullable(),
  ageMonths: z.int().nullable(),
  stopped: z.boolean().nullable(),
  /** Of a box. */
  fault: z.enum(faults).nullable(),
  batch: z.string().nullable(),
  photo: z.string().nullable(),
  /** Who has it; null while nobody has taken it. */
  holder: person.nullable(),
  facts: read.nullable(),
  declared: z.object({ day: z.string(), receipt: z.string().nullable() }).nullable(),
  closed: z.object({ reason: z.enum(closings), note: z.string().nullable(), at: moment }).nullable(),
});

export type Report = z.output<typeof report>;
