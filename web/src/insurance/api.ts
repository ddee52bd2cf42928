import { insuranceEndpoints } from '@amasin/domain/insurance/endpoints.ts';
import type { InsuranceCard } from '@amasin/domain/insurance/insurance-card.ts';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { call } from '../lib/call.ts';
import { keys } from '../lib/keys.ts';

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
