import type { Fcfa } from '../contract/money.ts';

/**
 * What the line of the insurance's part says in parentheses: the rate of the card, or that the limit of a card that was not
 * checked applied, because the amount then does not follow from the rate.
 * @param rate percent
 * @param reduction what the card took off, FCFA
 * @param limit the most that it could take off, FCFA; null or absent without a limit
 */
export function coverText(rate: number, reduction: Fcfa, limit: Fcfa | null | undefined): string {
  return reduction === limit ? 'plafonnée avant vérification' : `${rate}\u00a0%`;
}
