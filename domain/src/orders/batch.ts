import { z } from 'zod';
import { addDays, isDay } from '../contract/dates.ts';

const INVALID = 'Lot invalide : des chiffres, des lettres, et - / .';

/** The stored form of a batch number, by which batches are compared: without the word that boxes print before it. */
export const readBatch = (text: string): string =>
  text
    .replaceAll(/\s/g, '')
    .toUpperCase()
    .replace(/^LOT:?(?=.)/, '');

/** A batch number as it is printed on a box. */
export const batchNumber = z
  .string({ error: INVALID })
  .max(100, INVALID)
  .transform(readBatch)
  .pipe(z.string().regex(/^[A-Z0-9/.-]{1,20}$/, INVALID));

/** The last day on which a medicine may be taken. */
export const expiryDay = z.string({ error: 'Date invalide' }).refine(isDay, 'Date invalide');

/** Whether a box is past its last day. */
export const isExpired = (expiresOn: string, today: string): boolean => expiresOn < today;

/** A box that expires within these days is shown as such to its pharmacy and to supervisors. */
const SOON_DAYS = 30;

export const expiresSoon = (expiresOn: string, today: string): boolean =>
  expiresOn < addDays(today, SOON_DAYS);

/** The last day of a month, as boxes name it: « 2027-01 » is 2027-01-31. */
export function lastDayOf(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
}
