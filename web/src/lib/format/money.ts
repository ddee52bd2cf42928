import type { Fcfa } from '@amasin/domain/contract/money.ts';

const wholeNumber = new Intl.NumberFormat('fr-FR', {
  maximumFractionDigits: 0,
});

/** `12 500`, with narrow no-break spaces. */
export function formatNumber(value: number): string {
  return wholeNumber.format(value);
}

/** `12 500 F`, never broken over two lines. */
export function formatMoney(amount: Fcfa): string {
  return `${formatNumber(amount)}\u00a0F`;
}

/** The word in the form its number asks for: French keeps the singular below two. */
export function countOf(count: number, singular: string, plural = `${singular}s`): string {
  return `${formatNumber(count)}\u00a0${Math.abs(count) < 2 ? singular : plural}`;
}
