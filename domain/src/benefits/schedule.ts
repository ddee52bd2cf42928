import { addDays, dateRange, dayInBenin } from '../contract/dates.ts';
import { HOUR_MS } from '../contract/time.ts';
import type { PayeeType } from './payee.ts';

/** How often a payee is paid: every day, on Fridays, on the 1st and the 16th, on the 1st, or only when somebody decides so. */
export const payIntervals = ['day', 'week', 'fortnight', 'month', 'by-hand'] as const;

export type PayInterval = (typeof payIntervals)[number];

export const payIntervalLabels: Readonly<Record<PayInterval, string>> = {
  day: 'Chaque jour',
  week: 'Chaque vendredi',
  fortnight: 'Le 1er et le 16',
  month: 'Le 1er du mois',
  'by-hand': 'À la main',
};

/** When a payee is paid, and from how much on, FCFA. */
export interface PayTerms {
  readonly interval: PayInterval;
  readonly minimum: number;
}

/** The terms of a payee for whom nobody has set others. */
export const usualTerms: Readonly<Record<PayeeType, PayTerms>> = {
  pharmacy: { interval: 'week', minimum: 1_000 },
  deliveryPerson: { interval: 'week', minimum: 1_000 },
  partnerDoctor: { interval: 'month', minimum: 1_000 },
};

/** Payouts are due at this hour in Benin. */
export const DUE_HOUR = 9;

const FRIDAY = 5;
/** Every interval has a due day within this many days. */
const LONGEST = 31;

function isDueDay(interval: Exclude<PayInterval, 'by-hand'>, day: string): boolean {
  const ofMonth = Number(day.slice(8));
  switch (interval) {
    case 'day':
      return true;
    case 'week':
      return new Date(day).getUTCDay() === FRIDAY;
    case 'fortnight':
      return ofMonth === 1 || ofMonth === 16;
    case 'month':
      return ofMonth === 1;
  }
}

function dueAt(day: string): Date {
  const from = dateRange(day)?.from;
  if (from === undefined) throw new Error(`not a day: ${day}`);
  return new Date(from.getTime() + DUE_HOUR * HOUR_MS);
}

/** The first time after `now` at which a payee is due; null for one who is paid by hand. */
export function nextDue(interval: PayInterval, now: Date): Date | null {
  return findDue(interval, now, 1);
}

/** The last time up to `now` at which a payee was due; null for one who is paid by hand. */
export function lastDue(interval: PayInterval, now: Date): Date | null {
  return findDue(interval, now, -1);
}

function findDue(interval: PayInterval, now: Date, step: 1 | -1): Date | null {
  if (interval === 'by-hand') return null;
  const today = dayInBenin(now);
  for (let days = 0; days <= LONGEST; days += 1) {
    const day = addDays(today, days * step);
    const at = dueAt(day);
    if (isDueDay(interval, day) && (step > 0 ? at > now : at <= now)) return at;
  }
  throw new Error(`${interval} is never due`);
}

/** Whether a payee is due: a due time has passed since the last payout. */
export function isDue(interval: PayInterval, lastPaidAt: Date | null, now: Date): boolean {
  const due = lastDue(interval, now);
  return due !== null && (lastPaidAt === null || lastPaidAt < due);
}
