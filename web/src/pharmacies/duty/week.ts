import { dutyNight, nightsFrom, overlap } from '@amasin/domain/pharmacies/duty-night.ts';
import type { DutyShift } from '@amasin/domain/pharmacies/duty-shift.ts';

const A_WEEK = 7;

export type Night = {
  /** The date on which it begins. */
  date: string;
  shifts: DutyShift[];
};

/** Seven nights from a date on, each with the shifts that touch it. */
export function weekOf(from: string, shifts: readonly DutyShift[]): Night[] {
  return nightsFrom(from, A_WEEK).map((date) => {
    const night = dutyNight(date);
    const touches = ({ startsAt, endsAt }: DutyShift) =>
      night !== null && overlap(night, { startsAt: new Date(startsAt), endsAt: new Date(endsAt) });
    return { date, shifts: shifts.filter(touches) };
  });
}

/** Whether a shift is that whole night and nothing else. */
export function isWholeNight(date: string, { startsAt, endsAt }: DutyShift): boolean {
  const night = dutyNight(date);
  return night?.startsAt.getTime() === Date.parse(startsAt) && night.endsAt.getTime() === Date.parse(endsAt);
}

/** A week before or after. */
export function weekAfter(from: string, weeks: number): string {
  const at = Date.parse(`${from}T00:00:00Z`) + weeks * A_WEEK * 24 * 3600_000;
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
