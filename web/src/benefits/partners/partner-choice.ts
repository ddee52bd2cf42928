import type { PartnerBenefit } from '@amasin/domain/benefits/benefit.ts';

/** Which partners are shown; lives in the address of the page. */
export const partnerChoices = ['all', 'owed', 'paid'] as const;
export type PartnerChoice = (typeof partnerChoices)[number];

export const partnerChoiceLabels: Readonly<Record<PartnerChoice, string>> = {
  all: 'Tous',
  owed: 'Reste > 0',
  paid: 'Déjà payés',
};

const PARAM = 'partners';

export function readPartnerChoice(search: URLSearchParams): PartnerChoice {
  return partnerChoices.find((choice) => choice === search.get(PARAM)) ?? 'all';
}

export function withPartnerChoice(search: URLSearchParams, choice: PartnerChoice): URLSearchParams {
  const next = new URLSearchParams(search);
  if (choice === 'all') next.delete(PARAM);
  else next.set(PARAM, choice);
  return next;
}

/** What waits for a verification is owed as well. */
export function matches({ amount, held }: PartnerBenefit, choice: PartnerChoice): boolean {
  return choice === 'all' || (choice === 'owed') === amount + held > 0;
}

/** Those of the selected who can be paid now: somebody else may have paid one meanwhile. */
export function chosenAmong(
  partners: readonly PartnerBenefit[],
  selected: ReadonlySet<string>,
): PartnerBenefit[] {
  return partners.filter(({ idPartner, amount }) => amount > 0 && selected.has(idPartner));
}

export function sumOf(partners: readonly Pick<PartnerBenefit, 'amount'>[]): number {
  return partners.reduce((sum, { amount }) => sum + amount, 0);
}
