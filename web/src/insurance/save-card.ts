import { insuranceEndpoints } from '@amasin/domain/insurance/endpoints.ts';
import type { InsuranceCard } from '@amasin/domain/insurance/insurance-card.ts';
import { call } from '../lib/api/call.ts';
import { readRate } from './read-rate.ts';

export type TypedCard = { label: string; taux: string; url: string };

/** Creates or updates the card. NaN is sent as null, and refused. */
export async function saveCard(card: InsuranceCard | null, typed: TypedCard): Promise<InsuranceCard> {
  const body = { label: typed.label, taux: readRate(typed.taux), url: typed.url };
  const { insuranceCard } =
    card === null
      ? await call(insuranceEndpoints.createInsurance, { body })
      : await call(insuranceEndpoints.updateInsurance, { params: { id: card._id }, body });
  return insuranceCard;
}
