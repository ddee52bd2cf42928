import { formatRecent } from '../../lib/format.ts';

const DAY_MS = 24 * 60 * 60_000;

/** « À l'instant », minutes, hours, then days. */
export function formatAge(at: Date, now: Date): string {
  const days = Math.floor((now.getTime() - at.getTime()) / DAY_MS);
  return days < 1 ? formatRecent(at, now) : `Il y a ${days}\u00a0j`;
}
