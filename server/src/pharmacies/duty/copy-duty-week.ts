import { addDays } from '@amasin/domain/contract/dates.ts';
import { dutyNight, WEEK_NIGHTS } from '@amasin/domain/pharmacies/duty-night.ts';
import type { weekCopy } from '@amasin/domain/pharmacies/duty-shift.ts';
import type { z } from 'zod';
import { record } from '../../audit/recording/record.ts';
import type { Ctx } from '../../ctx.ts';
import { transact } from '../../database/transaction.ts';
import { invalidField } from '../../refusal.ts';
import { refuseTooFar } from './planned-days.ts';
import { copyShifts } from './queries.ts';

/**
 * Repeats the shifts of the seven nights before `from`, a week later. Pharmacies that already have a shift at that time and
 * shifts that would be over are skipped, so that repeating it adds nothing.
 * @throws 422 for a week that is over or too far ahead
 */
export async function copyDutyWeek(
  ctx: Ctx,
  { from }: z.output<typeof weekCopy>,
): Promise<{ added: number }> {
  const now = ctx.clock.now();
  const last = dutyNight(addDays(from, WEEK_NIGHTS - 1));
  // The end of a night separates the days of duty.
  const start = dutyNight(addDays(from, -WEEK_NIGHTS - 1));
  const end = dutyNight(addDays(from, -1));
  if (last === null || start === null || end === null) throw invalidField('from', 'Date invalide');
  if (last.endsAt <= now) throw invalidField('from', 'Cette semaine est déjà passée');
  refuseTooFar('from', last, now);
  const week = { startsAt: start.endsAt, endsAt: end.endsAt };
  return transact(ctx.db, async (tx) => {
    const added = await copyShifts(tx, week, now);
    await record(ctx, tx, { action: 'plan', kind: 'duty', id: from, details: { count: added } });
    return { added };
  });
}
