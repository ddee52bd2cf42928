import { onceUsed } from '@amasin/domain/contract/format.ts';
/** The top of a scale: a round number, not below the largest value, with a round half. */
export function topOf(largest: number): number {
  const half = Math.max(1, largest / 2);
  const power = 10 ** Math.floor(Math.log10(half));
  const step = [1, 2, 5, 10].find((round) => round * power >= half) ?? 10;
  return 2 * step * power;
}

/** The same for minutes: 20, 60, 120, 240 and so on. */
export function topOfMinutes(largest: number): number {
  let top = 20;
  while (top < largest) top = top === 20 ? 60 : top * 2;
  return top;
}

const compact = onceUsed(
  () => new Intl.NumberFormat('fr-FR', { notation: 'compact', maximumFractionDigits: 1 }),
);

/** `120 k`, `1,2 M`. */
export function formatShort(value: number): string {
  return compact().format(value);
}

const day = onceUsed(
  () =>
    new Intl.DateTimeFormat('fr-FR', {
      weekday: 'short',
      day: 'numeric',
      month: 'short',
      timeZone: 'UTC',
    }),
);
const short = onceUsed(
  () => new Intl.DateTimeFormat('fr-FR', { day: 'numeric', month: 'short', timeZone: 'UTC' }),
);

/** « ven. 20 nov. » for `2026-11-20`. */
export const formatDay = (iso: string): string => day().format(new Date(iso));

/** « 20 nov. », below a plot. */
export const shortDay = (iso: string): string => short().format(new Date(iso));
