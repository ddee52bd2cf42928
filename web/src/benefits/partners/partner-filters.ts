import type { PartnerBenefit } from '@amasin/domain/benefits/benefit.ts';
import { addressFilters } from '../../ui/listing/filters/address-filters.ts';

export const partnerFilters = addressFilters({
  partners: (text) => (text === 'owed' || text === 'paid' ? text : 'all'),
});

type Shown = typeof partnerFilters.none.partners;

/** The three filters (SPEC 2), in their order. */
export const partnerFilterLabels: Readonly<Record<Shown, string>> = {
  all: 'Tous',
  owed: 'Reste > 0',
  paid: 'Déjà payés',
};

/** What waits for a verification is owed as well. */
export function matches({ amount, held }: PartnerBenefit, shown: Shown): boolean {
  return shown === 'all' || (shown === 'owed') === amount + held > 0;
}

/** Those of the selected who can be paid now: another browser may have paid one meanwhile. */
export function payableAmong(
  partners: readonly PartnerBenefit[],
  selected: ReadonlySet<string>,
): PartnerBenefit[] {
  return partners.filter(({ idPartner, amount }) => amount > 0 && selected.has(idPartner));
}

export function sumOf(partners: readonly Pick<PartnerBenefit, 'amount'>[]): number {
  return partners.reduce((sum, { amount }) => sum + amount, 0);
}
