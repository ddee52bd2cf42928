import type { InsuranceCard } from '@amasin/domain/insurance/insurance-card.ts';
import type { ActiveCard } from './queries.ts';

/** Every field of an insurance card that the API returns. */
export function presentCard(card: ActiveCard): InsuranceCard {
  return {
    _id: card.id,
    label: card.label,
    taux: card.rate,
    url: card.fileKey,
    verified: card.verified,
    ...(card.refused !== null && { refused: card.refused }),
  };
}
