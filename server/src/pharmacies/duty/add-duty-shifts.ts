import { dutyNight, type TimeRange } from '@amasin/domain/pharmacies/duty-night.ts';
import { type DutyShift, MAX_DUTY_DAYS, type newDutyShifts } from '@amasin/domain/pharmacies/duty-shift.ts';
import type { z } from 'zod';
import { record } from '../../audit/recording/record.ts';
import type { Ctx } from '../../ctx.ts';
import { transact } from '../../database/transaction.ts';
import { invalidField } from '../../refusal.ts';
import { presentShift } from './list-duty-shifts.ts';
import { refuseTooFar } from './planned-days.ts';
import { countShown, insertShifts } from './queries.ts';

const DAY_MS = 24 * 3600_000;

/**
 * Adds a shift for these pharmacies: a whole night, or from one time to another. Idempotent.
 * @throws 422 for a shift in the past, too far ahead or too long, or for an unknown pharmacy
 */
export async function addDutyShifts(
  ctx: Ctx,
  { pharmacies, ...when }: z.output<typeof newDutyShifts>,
): Promise<{ dutyShifts: DutyShift[]; total: number }> {
  const now = ctx.clock.now();
  const shift = shiftOf(when, now);
  const ids = [...new Set(pharmacies)];
  return transact(ctx.db, async (tx) => {
    if ((await countShown(tx, ids)) < ids.length) throw invalidField('pharmacies', 'Pharmacie inconnue');
    const rows = await insertShifts(tx, ids, shift, now);
    const details = { from: shift.startsAt.toISOString(), to: shift.endsAt.toISOString() };
    await record(
      ctx,
      tx,
      ids.map((id) => ({ action: 'plan' as const, kind: 'pharmacy' as const, id, details })),
    );
    return { dutyShifts: rows.map(presentShift), total: rows.length };
  });
}

type When = Omit<z.output<typeof newDutyShifts>, 'pharmacies'>;

function shiftOf({ night, startsAt, endsAt }: When, now: Date): TimeRange {
  const field = night === undefined ? 'startsAt' : 'night';
  const found = night === undefined ? startsAt && endsAt && { startsAt, endsAt } : dutyNight(night);
  if (!found) throw invalidField(field, 'Date invalide');
  if (found.endsAt <= now) throw invalidField(field, 'Cette garde est déjà passée');
  refuseTooFar(field, found, now);
  if (found.endsAt.getTime() - found.startsAt.getTime() > MAX_DUTY_DAYS * DAY_MS) {
    throw invalidField('endsAt', `Garde trop longue (${MAX_DUTY_DAYS} jours maximum)`);
  }
  return found;
}
