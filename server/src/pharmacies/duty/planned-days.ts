import type { TimeRange } from '@amasin/domain/pharmacies/duty-night.ts';
import { invalidField } from '../../refusal.ts';

const DAY_MS = 24 * 3600_000;
/** How many days ahead duty can be planned; lists are published weekly. */
const PLANNED_DAYS = 60;

export function isTooFar({ startsAt }: TimeRange, now: Date): boolean {
  return startsAt.getTime() > now.getTime() + PLANNED_DAYS * DAY_MS;
}

/** @throws 422 on this field for a shift that begins too far ahead */
export function refuseTooFar(field: string, shift: TimeRange, now: Date): void {
  if (isTooFar(shift, now)) throw invalidField(field, `Au plus tard dans ${PLANNED_DAYS} jours`);
}
