import { addDays } from '@amasin/domain/contract/dates.ts';
import { DAY_MS } from '@amasin/domain/contract/time.ts';
import {
  dutyNight,
  nightsFrom,
  type TimeRange,
  tonight,
  WEEK_NIGHTS,
} from '@amasin/domain/pharmacies/duty-night.ts';
import {
  type DutyShift,
  type dutyRange,
  MAX_DUTY_DAYS,
  type newDutyShifts,
  type weekCopy,
} from '@amasin/domain/pharmacies/duty-shift.ts';
import type { Pharmacy } from '@amasin/domain/pharmacies/pharmacy.ts';
import type { z } from 'zod';
import { record } from '../audit/record.ts';
import type { Ctx } from '../ctx.ts';
import type { PlaceRow } from '../database/schema/places.ts';
import { transact } from '../database/transaction.ts';
import { invalidField, Refusal } from '../refusal.ts';
import {
  copyShifts,
  countListed,
  deleteShift,
  findShiftsWithin,
  insertShifts,
  type ShiftOfPlace,
} from './duty-queries.ts';
import { presentPharmacy } from './present.ts';
import { findPlace, setDuty } from './queries.ts';

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
    if ((await countListed(tx, ids)) < ids.length) throw invalidField('pharmacies', 'Pharmacie inconnue');
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

/**
 * Lists the shifts that overlap the nights from one date to another; by default, tonight and the six following.
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
function presentShift({ shift, place }: ShiftOfPlace): DutyShift {
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

/** Duty can be planned this many days ahead; lists are published weekly. */
const PLANNED_DAYS = 60;

export function isTooFar({ startsAt }: TimeRange, now: Date): boolean {
  return startsAt.getTime() > now.getTime() + PLANNED_DAYS * DAY_MS;
}

/** @throws 422 on this field for a shift that begins too far ahead */
export function refuseTooFar(field: string, shift: TimeRange, now: Date): void {
  if (isTooFar(shift, now)) throw invalidField(field, `Au plus tard dans ${PLANNED_DAYS} jours`);
}

/**
 * Loads the place with this id or of this account; a pharmacy can only load its own.
 * @throws 404 NOT_FOUND, including when a pharmacy loads another's
 */
export async function loadPharmacy(ctx: Ctx, id: string): Promise<PlaceRow> {
  const found = await findPlace(ctx.db, id, ctx.clock.now());
  const isOwn = found?.place.accountId === ctx.actor._id;
  if (found === null || (ctx.actor.type === 'pharmacy' && !isOwn)) throw new Refusal('NOT_FOUND');
  return found.place;
}

/** Sets a pharmacy's duty switch. With the switch off, a dated shift may still put the pharmacy on duty. */
export async function switchDuty(ctx: Ctx, place: PlaceRow, onDuty: boolean): Promise<Pharmacy> {
  await transact(ctx.db, async (tx) => {
    await setDuty(tx, place, onDuty);
    const details = { fields: ['onDuty'], to: onDuty };
    await record(ctx, tx, { action: 'change', kind: 'pharmacy', id: place.id, details });
  });
  const after = await findPlace(ctx.db, place.id, ctx.clock.now());
  if (after === null) throw new Refusal('NOT_FOUND');
  return presentPharmacy(after);
}
