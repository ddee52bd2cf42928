const day = new Intl.DateTimeFormat('fr-FR', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
});
const short = new Intl.DateTimeFormat('fr-FR', { day: 'numeric', month: 'short', timeZone: 'UTC' });

/** « ven. 20 nov. » for `2026-11-20`. */
export const dayWords = (iso: string): string => day.format(new Date(iso));

/** « 20 nov. », below a plot. */
export const shortDay = (iso: string): string => short.format(new Date(iso));

/** « 52 min », « 1 h 10 ». */
export function formatMinutes(minutes: number): string {
  if (minutes < 60) return `${minutes}\u00a0min`;
  const rest = minutes % 60;
  const hours = `${Math.floor(minutes / 60)}\u00a0h`;
  return rest === 0 ? hours : `${hours}\u00a0${String(rest).padStart(2, '0')}`;
}
