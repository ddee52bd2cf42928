import { z } from 'zod';
import { fcfaSum } from '../contract/amount.ts';
import { addDays, countDays, isChronological } from '../contract/dates.ts';
import { id, optionalDay } from '../contract/text.ts';
import { orderStates } from '../orders/lifecycle.ts';
import { DEFAULT_DAYS, MAX_DAYS } from './day-limits.ts';

const count = z.int().min(0);

/** Filters of GET /stats/days: first and last day in Benin, both included. */
export const daysFilter = z
  .object({ from: optionalDay, to: optionalDay })
  .refine(isChronological, { path: ['to'], message: 'La fin précède le début' })
  .refine(({ from, to }) => !from || !to || countDays(from, to) <= MAX_DAYS, {
    path: ['from'],
    message: `${MAX_DAYS} jours au plus`,
  });

/**
 * Completes a filter. Without `from`, the period is DEFAULT_DAYS days and ends on `to` or today. Without `to`, it ends today
 * if that is within MAX_DAYS days of `from`, otherwise after MAX_DAYS days.
 */
export function resolvePeriod(
  { from, to }: { from?: string | undefined; to?: string | undefined },
  today: string,
) {
  if (to !== undefined) return { from: from ?? addDays(to, 1 - DEFAULT_DAYS), to };
  if (from === undefined) return { from: addDays(today, 1 - DEFAULT_DAYS), to: today };
  const last = addDays(from, MAX_DAYS - 1);
  return { from, to: from > today || today > last ? last : today };
}

/** The orders created on one day, whenever they were paid or delivered. */
export const dayFigures = z.object({
  day: z.iso.date(),
  orders: count,
  /** Total paid for them, FCFA. */
  revenue: fcfaSum,
  /** Median time from payment to delivery, minutes. Null if none is delivered. */
  deliveryMinutes: z.int().min(0).nullable(),
});

/** Response of GET /stats/days: every day, oldest first; the same orders by state and by zone, most orders first. */
export const daysStats = z.object({
  from: z.iso.date(),
  to: z.iso.date(),
  days: z.array(dayFigures),
  states: z.record(z.enum(orderStates), count),
  zones: z.array(z.object({ _id: id, label: z.string(), orders: z.int().min(1), revenue: fcfaSum })),
  /** Median over the whole period, minutes. */
  deliveryMinutes: z.int().min(0).nullable(),
});
