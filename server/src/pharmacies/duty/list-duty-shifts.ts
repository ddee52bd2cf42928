import { dutyNight, nightsFrom, tonight, WEEK_NIGHTS } from '@amasin/domain/pharmacies/duty-night.ts';
import { type DutyShift, type dutyRange, MAX_DUTY_DAYS } from '@amasin/domain/pharmacies/duty-shift.ts';
import type { z } from 'zod';
import { record } from '../../audit/recording/record.ts';
import type { Ctx } from '../../ctx.ts';
import { transact } from '../../database/transaction.ts';
import { invalidField, Refusal } from '../../refusal.ts';
import { deleteShift, findShiftsWithin, type ShiftOfPlace } from './queries.ts';

/**
 * The shifts that overlap the nights from one date to another; by default, tonight and the six following.
 * @throws 422 for a range that is reversed or longer than 31 days
 */
export async function listDutyShifts(
  ctx: Ctx,
  {
    from = tonight(ctx.clock.now()),
    to = nightsFrom(from, WEEK_NIGHTS).at(-1) ?? from,
  }: z.output<typeof dutyRange>,
): Promise<{ dutyShifts: DutyShift[]; total: number }> {
  if (to < from) throw invalidField('to', 'La fin doit venir après le début');
  if (!nightsFrom(from, MAX_DUTY_DAYS).includes(to)) {
    throw invalidField('to', `Période trop longue (${MAX_DUTY_DAYS} jours maximum)`);
  }
  const first = dutyNight(from);
  const last = dutyNight(to);
  if (first === null || last === null) throw invalidField('from', 'Date invalide');
  const rows = await findShiftsWithin(ctx.db, { startsAt: first.startsAt, endsAt: last.endsAt });
  return { dutyShifts: rows.map(presentShift), total: rows.length };
}

/** Every field of a duty shift that leaves the server. */
export function presentShift({ shift, place }: ShiftOfPlace): DutyShift {
  const { id, name, phone, address } = place;
  return {
    _id: shift.id,
    pharmacy: { _id: id, name, phone, address },
    startsAt: shift.startsAt.toISOString(),
    endsAt: shift.endsAt.toISOString(),
  };
}

/** @throws 404 NOT_FOUND when it is already deleted */
export async function deleteDutyShift(ctx: Ctx, id: string): Promise<void> {
  await transact(ctx.db, async (tx) => {
    if (!(await deleteShift(tx, id))) throw new Refusal('NOT_FOUND');
    await record(ctx, tx, { action: 'delete', kind: 'duty', id });
  });
}
