import { formatNumber } from '@amasin/domain/contract/format.ts';
import { countOf } from '../../../lib/format.ts';

/** A signed number: « +8 », « −8 ». */
const signed = (value: number) => `${value < 0 ? '−' : '+'}${formatNumber(Math.abs(value))}`;

const moreOrLess = (difference: number) => (difference < 0 ? 'de moins' : 'de plus');

/** « 12 de plus (+35 %) », « 3 de moins (−8 %) », « autant »; no percentage of zero. */
export function compare(current: number, previous: number, format: (value: number) => string): string {
  const difference = current - previous;
  if (difference === 0) return 'autant';
  const words = `${format(Math.abs(difference))} ${moreOrLess(difference)}`;
  if (previous === 0) return words;
  return `${words} (${signed(Math.round((difference / previous) * 100))}\u00a0%)`;
}

/** A part of a whole in whole percent; null without a whole. */
export const percentOf = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.round((part / whole) * 100);

/** « 4 points de plus (+4) »; null if one of them is unknown. */
export function comparePercents(current: number | null, previous: number | null): string | null {
  if (current === null || previous === null) return null;
  const difference = current - previous;
  if (difference === 0) return 'autant';
  return `${countOf(Math.abs(difference), 'point')} ${moreOrLess(difference)} (${signed(difference)})`;
}
