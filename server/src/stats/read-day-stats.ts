import { addDays, countDays, dayInBenin } from '@amasin/domain/contract/dates.ts';
import { type daysFilter, type daysStats, resolvePeriod } from '@amasin/domain/stats/days.ts';
import type { z } from 'zod';
import type { Ctx } from '../ctx.ts';
import { countStatesOf, findDays, findMedians, findZonesOf } from './day-queries.ts';
import { allStates } from './present.ts';

/** Orders per day, by state and by zone. Amounts are what has been paid, FCFA. */
export async function readDayStats(
  ctx: Ctx,
  filter: z.output<typeof daysFilter>,
): Promise<z.output<typeof daysStats>> {
  const period = resolvePeriod(filter, dayInBenin(ctx.clock.now()));
  const [found, counts, zones, medians] = await Promise.all([
    findDays(ctx.db, period),
    countStatesOf(ctx.db, period),
    findZonesOf(ctx.db, period),
    findMedians(ctx.db, period),
  ]);
  const byDay = new Map(found.map((row) => [row.day, row]));
  const minutesOn = new Map(medians.map(({ day, minutes }) => [day, minutes]));
  const days = Array.from({ length: countDays(period.from, period.to) }, (_, index) => {
    const day = addDays(period.from, index);
    const figures = byDay.get(day) ?? { day, orders: 0, revenue: 0 };
    return { ...figures, deliveryMinutes: minutesOn.get(day) ?? null };
  });
  const { total: _, ...states } = allStates(counts);
  return { ...period, days, states, zones, deliveryMinutes: minutesOn.get(null) ?? null };
}
