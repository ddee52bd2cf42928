import { dutyNight, nightsFrom, overlap } from '@amasin/domain/pharmacies/duty-night.ts';
import type { DutyShift } from '@amasin/domain/pharmacies/duty-shift.ts';

const NIGHTS = 7;

export type Night = {
  /** The date of its evening. */
  date: string;
  shifts: DutyShift[];
};

/** Seven nights from a date, each with the shifts that overlap it. */
export function weekOf(from: string, shifts: readonly DutyShift[]): Night[] {
  return nightsFrom(from, NIGHTS).map((date) => {
    const night = dutyNight(date);
    const overlaps = ({ startsAt, endsAt }: DutyShift) =>
      night !== null && overlap(night, { startsAt: new Date(startsAt), endsAt: new Date(endsAt) });
    return { date, shifts: shifts.filter(overlaps) };
  });
}

/** Whether a shift is exactly that night. */
export function isWholeNight(date: string, { startsAt, endsAt }: DutyShift): boolean {
  const night = dutyNight(date);
  return night?.startsAt.getTime() === Date.parse(startsAt) && night.endsAt.getTime() === Date.parse(endsAt);
}

/** The same weekday, this number of weeks later. */
export function weekAfter(from: string, weeks: number): string {
  const at = Date.parse(`${from}T00:00:00Z`) + weeks * NIGHTS * 24 * 3600_000;
  return new Date(at).toISOString().slice(0, 10);
}

const longDay = new Intl.DateTimeFormat('fr-FR', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  timeZone: 'UTC',
});

/** « vendredi 20 novembre ». */
export function nightName(date: string): string {
  return longDay.format(new Date(`${date}T00:00:00Z`));
}
