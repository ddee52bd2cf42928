import { addDays, dayInBenin, timeInBenin } from '../contract/dates.ts';
import { formatClock, formatDay } from '../contract/format.ts';

/** Hours in Benin at which the morning begins and ends, and the evening begins. */
const [DAWN, NOON, EVENING] = [5, 12, 18];

/**
 * When a medicine was seen in stock: « vu en stock ce matin », « à 14 h 05 », « hier soir ». A time ahead of the clock of the device
 * counts as today.
 */
export const describeSeen = (at: Date, now: Date): string => `vu en stock ${whenSeen(at, now)}`;

function whenSeen(at: Date, now: Date): string {
  const [day, today] = [dayInBenin(at), dayInBenin(now)];
  const hour = Number(timeInBenin(at).slice(11, 13));
  if (day >= today) {
    if (hour < DAWN) return 'cette nuit';
    return hour < NOON ? 'ce matin' : `à ${formatClock(at).replace(/\u00a000$/, '')}`;
  }
  if (day < addDays(today, -1)) return `le ${formatDay(at)}`;
  if (hour < NOON) return 'hier matin';
  return hour < EVENING ? 'hier après-midi' : 'hier soir';
}
