import type { InsuranceCard } from '@amasin/domain/insurance/insurance-card.ts';
import type { StandingCard } from './queries.ts';

/** Every field of an insurance card that leaves the server. */
export function presentCard(card: StandingCard): InsuranceCard {
  return { _id: card.id, label: card.label, taux: card.rate, url: card.fileKey, verified: card.verified };
}
