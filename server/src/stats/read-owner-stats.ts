import { addDays, dayInBenin } from '@amasin/domain/contract/dates.ts';
import { PORTAL_MINUTES } from '@amasin/domain/payments/lifecycle.ts';
import { LOST_DAYS, type ownerStats, UNREAD_MINUTES } from '@amasin/domain/stats/owner.ts';
import type { z } from 'zod';
import { readOwed } from '../benefits/read.ts';
import type { Ctx } from '../ctx.ts';
import { promisedBefore } from '../orders/list.ts';
import { countLate } from '../orders/list-queries.ts';
import { countFailed } from '../sms/reports.ts';
import { countDeliveries, countUnread, sumPaidOrders, sumToReview, sumUnfinished } from './owner-queries.ts';

type OwnerStats = z.output<typeof ownerStats>;

/** Reads what is late, lost or owed, and this week beside the last one. */
export async function readOwnerStats(ctx: Ctx): Promise<OwnerStats> {
  const { db, clock } = ctx;
  const now = clock.now().getTime();
  const ago = (minutes: number) => new Date(now - minutes * 60_000);
  const [late, unfinished, unread, review, failedMessages, { owed, commission }, weeks] = await Promise.all([
    countLate(db, promisedBefore(ctx)),
    sumUnfinished(db, ago(LOST_DAYS * 24 * 60), ago(PORTAL_MINUTES)),
    countUnread(db, ago(UNREAD_MINUTES)),
    sumToReview(db),
    countFailed(ctx),
    readOwed(ctx),
    readWeeks(ctx),
  ]);
  return { late, unfinished, unread, review, failedMessages, owed, commission, weeks };
}

/** Reads the last seven days, today included, and the seven before: both have the same days of the week. */
async function readWeeks({ db, clock, settings }: Ctx): Promise<OwnerStats['weeks']> {
  const to = dayInBenin(clock.now());
  const middle = addDays(to, -6);
  const days = { from: addDays(middle, -7), to };
  const [paid, deliveries] = await Promise.all([
    sumPaidOrders(db, days, middle),
    countDeliveries(db, days, middle, settings.promiseMinutes),
  ]);
  const week = (isCurrent: boolean, from: string) => {
    const sums = paid.find((row) => row.isCurrent === isCurrent);
    const counts = deliveries.find((row) => row.isCurrent === isCurrent);
    return {
      from,
      to: addDays(from, 6),
      orders: sums?.orders ?? 0,
      revenue: sums?.revenue ?? 0,
      commission: sums?.commission ?? 0,
      delivered: counts?.delivered ?? 0,
      onTime: counts?.onTime ?? 0,
    };
  };
  return { current: week(true, middle), previous: week(false, days.from) };
}
