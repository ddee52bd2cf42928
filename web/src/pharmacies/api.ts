import { pharmacyEndpoints } from '@amasin/domain/pharmacies/endpoints.ts';
import type { Pharmacy } from '@amasin/domain/pharmacies/pharmacy.ts';
import { useQuery } from '@tanstack/react-query';
import { call } from '../lib/api/call.ts';
import { keys } from '../lib/api/keys.ts';
import type { PharmacyFilters } from './finding/pharmacy-filters.ts';
import type { Position } from './finding/use-position.ts';
import { keepLastPharmacies } from './last-found.ts';

/** The most that the server gives at once: more than a radius of 30 km holds. */
const MOST = 200;

/** The pharmacies that are looked for: around a point, or on duty. What was found is kept for when there is no network. */
export function usePharmacies({ radius, duty }: PharmacyFilters, { point, own }: Position) {
  const where = own ? point : undefined;
  const kind = duty ? 'onDuty' : 'list';
  return useQuery({
    // By name where nobody said where they stand: a distance from the middle of a town means nothing to them.
    queryKey: duty ? keys.pharmacies.onDuty(where ?? null) : keys.pharmacies.list({ point, radius }),
    queryFn: async ({ signal }): Promise<{ pharmacies: Pharmacy[]; total: number }> => {
      const found = duty
        ? await call(pharmacyEndpoints.listOnDuty, { query: { ...where, limit: MOST } }, { signal })
        : await call(
            pharmacyEndpoints.searchPharmacies,
            { query: { ...point, radius, limit: MOST } },
            { signal },
          );
      keepLastPharmacies(found.pharmacies, new Date());
      return found;
    },
    // While another radius loads, the list that stands stays.
    placeholderData: (previous, before) => (before?.queryKey[1] === kind ? previous : undefined),
  });
}
