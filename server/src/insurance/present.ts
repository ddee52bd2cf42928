import type { InsuranceCard } from '@amasin/domain/insurance/insurance-card.ts';
import type { Settings } from '../ctx.ts';
import type { ActiveCard } from './queries.ts';

/**
 * The most that a card takes off an order, FCFA; null without a limit. With INSURANCE_STRICT nothing is paid before the check,
 * so its whole rate is shown.
 */
export function reductionLimit(
  { insuranceStrict, uncheckedInsuranceLimit }: Pick<Settings, 'insuranceStrict' | 'uncheckedInsuranceLimit'>,
  { verified }: { verified: boolean },
): number | null {
  return verified || insuranceStrict ? null : uncheckedInsuranceLimit;
}

/** Every field of an insurance card that the API returns. */
export function presentCard(settings: Settings, card: ActiveCard): InsuranceCard {
  const limit = reductionLimit(settings, card);
  return {
    _id: card.id,
    label: card.label,
    taux: card.rate,
    url: card.fileKey,
    verified: card.verified,
    ...(limit !== null && { reductionLimit: limit }),
    ...(card.refused !== null && { refused: card.refused }),
  };
}
