import { z } from 'zod';
import { id, identifier, moment } from '../contract/text.ts';
import { dutyNight } from './duty-night.ts';

/** A pharmacy and the time range in which it is on duty. */
export const dutyShift = z.object({
  _id: id,
  pharmacy: z.object({
    _id: id,
    name: z.string(),
    phone: z.string().nullable(),
    address: z.string().nullable(),
  }),
  startsAt: moment,
  endsAt: moment,
});

export type DutyShift = z.output<typeof dutyShift>;

/** Maximum number of days in one list. */
export const MAX_DUTY_DAYS = 31;
/** Maximum number of pharmacies in one request. */
const MAX_AT_ONCE = 100;

const NIGHT_INVALID = 'Date invalide';
const night = z.string({ error: 'Date requise' }).refine((date) => dutyNight(date) !== null, NIGHT_INVALID);

/** Filters of GET /duty-shifts: first and last night, both included. */
export const dutyRange = z.object({ from: night.optional(), to: night.optional() });

/** Body of POST /duty-shifts/copy-week: the first night of the week that receives the shifts of the seven nights before it. */
export const weekCopy = z.object({ from: night });

const at = z.iso.datetime({ error: 'Heure invalide', offset: true }).transform((text) => new Date(text));

/**
 * Body of POST /duty-shifts: pharmacies and either a whole night (22:00 to 08:00), by the date on which it begins, or
 * `startsAt` and `endsAt`.
 */
export const newDutyShifts = z
  .object({
    pharmacies: z
      .array(identifier('Pharmacie inconnue'), { error: 'Indiquez au moins une pharmacie' })
      .min(1, 'Indiquez au moins une pharmacie')
      .max(MAX_AT_ONCE, `${MAX_AT_ONCE} pharmacies au maximum`),
    night: night.optional(),
    startsAt: at.optional(),
    endsAt: at.optional(),
  })
  .refine(({ night, startsAt }) => night !== undefined || startsAt !== undefined, {
    path: ['night'],
    message: 'Date requise',
  })
  .refine(({ night, startsAt, endsAt }) => night === undefined || (startsAt ?? endsAt) === undefined, {
    path: ['night'],
    message: 'Donnez une nuit ou des heures, pas les deux',
  })
  .refine(({ startsAt, endsAt }) => startsAt === undefined || (endsAt !== undefined && endsAt > startsAt), {
    path: ['endsAt'],
    message: 'La fin doit venir après le début',
  });
