import type { PartnerBenefit } from '@amasin/domain/benefits/benefit.ts';
import { searchParamFilters } from '../../ui/search-param-filters.ts';

export const partnerFilters = searchParamFilters({
  partners: (text) => (text === 'owed' || text === 'paid' ? text : 'all'),
});

type Shown = typeof partnerFilters.none.partners;

/** The three filters, in their order on screen. */
export const partnerFilterLabels: Readonly<Record<Shown, string>> = {
  all: 'Tous',
  owed: 'Reste > 0',
  paid: 'Déjà payés (0)',
};

/** By what remains to be paid now: what is held until a partner is verified is not. */
export function matches({ amount }: PartnerBenefit, shown: Shown): boolean {
  return shown === 'all' || (shown === 'owed') === amount > 0;
}

/** The selected partners who can still be paid: another user may have paid one meanwhile. */
export function payableAmong(
  partners: readonly PartnerBenefit[],
  selected: ReadonlySet<string>,
): PartnerBenefit[] {
  return partners.filter(({ idPartner, amount }) => amount > 0 && selected.has(idPartner));
}

/** What one payout pays: a provider limits what it sends at once. */
export function atOnce({ amount, account }: PartnerBenefit): number {
  return Math.min(amount, account?.maxAmount ?? amount);
}

export function sumOf(partners: readonly Pick<PartnerBenefit, 'amount'>[]): number {
  return partners.reduce((sum, { amount }) => sum + amount, 0);
}
