import { addDays, countDays, dayOfBenin } from '@amasin/domain/contract/dates.ts';
import { type daysFilter, type daysStats, resolvePeriod } from '@amasin/domain/stats/days.ts';
import type { z } from 'zod';
import type { Ctx } from '../ctx.ts';
import { countStatesOf, findDays, findMedian, findZonesOf } from './day-queries.ts';
import { allStates } from './present.ts';

/** The orders of some days: day by day, by state, by zone. Amounts over what has been paid, FCFA. */
export async function readDayStats(
  ctx: Ctx,
  asked: z.output<typeof daysFilter>,
): Promise<z.output<typeof daysStats>> {
  const meant = resolvePeriod(asked, dayOfBenin(ctx.clock.now()));
  const [found, counts, zones, deliveryMinutes] = await Promise.all([
    findDays(ctx.db, meant),
    countStatesOf(ctx.db, meant),
    findZonesOf(ctx.db, meant),
    findMedian(ctx.db, meant),
  ]);
  const byDay = new Map(found.map((row) => [row.day, row]));
  const days = Array.from({ length: countDays(meant.from, meant.to) }, (_, index) => {
    const day = addDays(meant.from, index);
    return byDay.get(day) ?? { day, orders: 0, revenue: 0, deliveryMinutes: null };
  });
  const { total: _, ...states } = allStates(counts);
  return { ...meant, days, states, zones, deliveryMinutes };
}
