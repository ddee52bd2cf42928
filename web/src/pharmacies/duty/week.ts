import { addDays } from '@amasin/domain/contract/dates.ts';
import { onceUsed } from '@amasin/domain/contract/format.ts';
import { DAY_MS } from '@amasin/domain/contract/time.ts';
import {
  dutyNight,
  nightsFrom,
  overlap,
  type TimeRange,
  WEEK_NIGHTS,
} from '@amasin/domain/pharmacies/duty-night.ts';
import type { DutyShift } from '@amasin/domain/pharmacies/duty-shift.ts';

export type DutyPharmacy = DutyShift['pharmacy'];

/** A pharmacy and, for each of seven nights, its shift if it has one. */
export type WeekRow = {
  pharmacy: DutyPharmacy;
  nights: { date: string; shift: DutyShift | undefined }[];
};

/** The pharmacies of these shifts and some others, each once, by name. */
export function pharmaciesOf(shifts: readonly DutyShift[], others: readonly DutyPharmacy[]): DutyPharmacy[] {
  const all = [...shifts.map(({ pharmacy }) => pharmacy), ...others];
  const byId = new Map(all.map((pharmacy) => [pharmacy._id, pharmacy]));
  return [...byId.values()].sort((one, other) => one.name.localeCompare(other.name, 'fr'));
}

/** One row per pharmacy with the seven nights from a date. A shift of the whole night comes before one of other hours. */
export function weekOf(
  from: string,
  pharmacies: readonly DutyPharmacy[],
  shifts: readonly DutyShift[],
): WeekRow[] {
  const dates = nightsFrom(from, WEEK_NIGHTS);
  return pharmacies.map((pharmacy) => {
    const own = shifts.filter((shift) => shift.pharmacy._id === pharmacy._id);
    const shiftOf = (date: string) =>
      own.find((shift) => isWholeNight(date, shift)) ?? own.find((shift) => isInNight(date, shift));
    return { pharmacy, nights: dates.map((date) => ({ date, shift: shiftOf(date) })) };
  });
}

/** How many shifts of the week before `from` « Comme la semaine dernière » would add to the week that begins then. */
export function countMissing(from: string, shifts: readonly DutyShift[], now: Date): number {
  const start = dutyNight(addDays(from, -WEEK_NIGHTS));
  const end = dutyNight(from);
  if (start === null || end === null) return 0;
  const isThere = (placeId: string, range: TimeRange) =>
    shifts.some((shift) => shift.pharmacy._id === placeId && overlap(rangeOf(shift), range));
  return shifts.filter((shift) => {
    const { startsAt, endsAt } = rangeOf(shift);
    if (startsAt < start.startsAt || startsAt >= end.startsAt) return false;
    const later = { startsAt: weekLater(startsAt), endsAt: weekLater(endsAt) };
    return later.endsAt > now && !isThere(shift.pharmacy._id, later);
  }).length;
}

/** Whether a shift is exactly that night. */
export function isWholeNight(date: string, shift: DutyShift): boolean {
  const night = dutyNight(date);
  const range = rangeOf(shift);
  return (
    night?.startsAt.getTime() === range.startsAt.getTime() &&
    night.endsAt.getTime() === range.endsAt.getTime()
  );
}

/** Whether the night of this date has ended. */
export function isOver(date: string, now: Date): boolean {
  const night = dutyNight(date);
  return night !== null && night.endsAt <= now;
}

function isInNight(date: string, shift: DutyShift): boolean {
  const night = dutyNight(date);
  return night !== null && overlap(night, rangeOf(shift));
}

function rangeOf({ startsAt, endsAt }: DutyShift): TimeRange {
  return { startsAt: new Date(startsAt), endsAt: new Date(endsAt) };
}

function weekLater(at: Date): Date {
  return new Date(at.getTime() + WEEK_NIGHTS * DAY_MS);
}

const formatOf = (options: Intl.DateTimeFormatOptions) => {
  const format = onceUsed(() => new Intl.DateTimeFormat('fr-FR', { ...options, timeZone: 'UTC' }));
  return (date: string) => format().format(new Date(`${date}T00:00:00Z`));
};

/** « vendredi 20 novembre ». */
export const nightName = formatOf({ weekday: 'long', day: 'numeric', month: 'long' });
/** « ven. ». */
export const weekdayName = formatOf({ weekday: 'short' });
