import { dutyNight, nightsFrom, tonight } from '@amasin/domain/pharmacies/duty-night.ts';
import { type DutyShift, type dutyRange, MAX_DUTY_DAYS } from '@amasin/domain/pharmacies/duty-shift.ts';
import type { z } from 'zod';
import type { Ctx } from '../../ctx.ts';
import { invalidField } from '../../refusal.ts';
import { presentShift } from './present.ts';
import { findShiftsWithin } from './queries.ts';

const A_WEEK = 7;

/**
 * The shifts that touch the nights from one date to another: without dates, tonight and the six that follow.
 * @throws 422 for a range that ends before it begins, or longer than 31 days
 */
export async function listDutyShifts(
  ctx: Ctx,
  {
    from = tonight(ctx.clock.now()),
    to = nightsFrom(from, A_WEEK).at(-1) ?? from,
  }: z.output<typeof dutyRange>,
): Promise<{ dutyShifts: DutyShift[]; total: number }> {
  if (to < from) throw invalidField('to', 'La fin doit venir après le début');
  if (!nightsFrom(from, MAX_DUTY_DAYS).includes(to)) {
    throw invalidField('to', `Période trop longue (${MAX_DUTY_DAYS} jours maximum)`);
  }
  const [first, last] = [dutyNight(from), dutyNight(to)];
  if (first === null || last === null) throw invalidField('from', 'Date invalide');
  const rows = await findShiftsWithin(ctx.db, { startsAt: first.startsAt, endsAt: last.endsAt });
  return { dutyShifts: rows.map(presentShift), total: rows.length };
}
