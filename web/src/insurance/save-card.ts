import { insuranceEndpoints } from '@amasin/domain/insurance/endpoints.ts';
import type { InsuranceCard } from '@amasin/domain/insurance/insurance-card.ts';
import { call } from '../lib/api/call.ts';
import { readRate } from './read-rate.ts';

export type TypedCard = { label: string; taux: string; url: string };

/** Adds the card, or changes the one there is. A rate that is no number arrives as null, and is refused. */
export async function saveCard(card: InsuranceCard | null, typed: TypedCard): Promise<InsuranceCard> {
  const body = { label: typed.label, taux: readRate(typed.taux), url: typed.url };
  const { insuranceCard } =
    card === null
      ? await call(insuranceEndpoints.createInsurance, { body })
      : await call(insuranceEndpoints.updateInsurance, { params: { id: card._id }, body });
  return insuranceCard;
}
