import { MAX_COUNTED } from '@amasin/domain/contract/counted.ts';
import { formatNumber } from '@amasin/domain/contract/format.ts';

/** « 2 commandes ». French uses the singular below two. */
export function countOf(count: number, singular: string, plural = `${singular}s`): string {
  return `${formatNumber(count)}\u00a0${Math.abs(count) < 2 ? singular : plural}`;
}

/** The total of a list: « 2 commandes », or « Plus de 1 000 commandes » where the server stopped counting. */
export function totalOf(total: number, singular: string, plural?: string): string {
  if (total !== MAX_COUNTED + 1) return countOf(total, singular, plural);
  return `Plus de ${countOf(MAX_COUNTED, singular, plural)}`;
}

/** A number of rows: « 12 », or « 1 000+ » where the server stopped counting. */
export function countUpTo(count: number): string {
  return count === MAX_COUNTED + 1 ? `${formatNumber(MAX_COUNTED)}+` : formatNumber(count);
}
