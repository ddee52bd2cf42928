import type { CardRefusal } from '@amasin/domain/insurance/card-refusal.ts';
import {
  type CardToCheck,
  cardCheckEndpoints,
  insuranceEndpoints,
  insurerEndpoints,
} from '@amasin/domain/insurance/endpoints.ts';
import type { InsuranceCard } from '@amasin/domain/insurance/insurance-card.ts';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { call } from '../lib/call.ts';
import { keys } from '../lib/keys.ts';
import { useChange } from '../lib/use-change.ts';

/** The customer's own card; null while they have none. */
export function useInsuranceCard() {
  return useQuery({
    queryKey: keys.insurance.all,
    queryFn: ({ signal }) => readCard(signal),
  });
}

async function readCard(signal: AbortSignal): Promise<InsuranceCard | null> {
  const { insuranceCards } = await call(insuranceEndpoints.readInsurances, {}, { signal });
  return insuranceCards[0] ?? null;
}

/** Updates the cache from a response. */
export function cacheCard(queries: QueryClient, card: InsuranceCard | null): void {
  queries.setQueryData<InsuranceCard | null>(keys.insurance.all, card);
}

/** The cards that customers wait for, the oldest request first. */
export function useCardsToCheck() {
  return useQuery({
    queryKey: keys.insurance.of('toCheck'),
    queryFn: ({ signal }) =>
      call(cardCheckEndpoints.listCardsToCheck, {}, { signal }).then(({ cards }) => cards),
  });
}

/** Every insurer; super administrators read their limits too. */
export function useInsurers() {
  return useQuery({
    queryKey: keys.insurance.of('insurers'),
    queryFn: ({ signal }) =>
      call(insurerEndpoints.listInsurers, {}, { signal }).then(({ insurers }) => insurers),
  });
}

type Decision = {
  /** Null to accept it. */
  refused: CardRefusal | null;
  /** Null when it is still to be named. */
  insurer: string | null;
};

/** Accepts the card that is shown, or refuses it with a reason. */
export function useCheckCard({ _id: id, taux, url }: CardToCheck) {
  return useChange({
    resource: ['insurance', 'orders'],
    mutationFn: (decision: Decision) =>
      call(cardCheckEndpoints.checkCard, { params: { id }, body: { taux, url, ...decision } }),
    done: (_response, { refused }) =>
      refused === null ? 'Carte vérifiée' : 'Carte refusée, le client est prévenu',
  });
}
