import type { DutyList } from '@amasin/domain/pharmacies/duty-list.ts';
import { pharmacyEndpoints } from '@amasin/domain/pharmacies/endpoints.ts';
import type { Pharmacy } from '@amasin/domain/pharmacies/pharmacy.ts';
import { useQuery } from '@tanstack/react-query';
import { call } from '../lib/call.ts';
import { keys } from '../lib/keys.ts';
import type { PharmacyFilters } from './finding/pharmacy-filters.ts';
import type { Position } from './finding/use-position.ts';
import { storeLastPharmacies } from './last-found.ts';

/** The server's limit: more than there are within 30 km. */
const LIMIT = 200;

/** `dutyList`, of those on duty only, is the latest published list. */
type Found = { pharmacies: Pharmacy[]; total: number; dutyList?: DutyList | null };

/** Pharmacies around a point, or on duty. The result is stored for offline use. */
export function usePharmacies({ radius, duty }: PharmacyFilters, { point, own }: Position) {
  const where = own ? point : undefined;
  const kind = duty ? 'onDuty' : 'list';
  return useQuery({
    // Sorted by name without a position: a distance from the town centre means nothing to the person.
    queryKey: duty ? keys.pharmacies.onDuty(where ?? null) : keys.pharmacies.list({ point, radius }),
    queryFn: async ({ signal }): Promise<Found> => {
      const found: Found = duty
        ? await call(pharmacyEndpoints.listOnDuty, { query: { ...where, limit: LIMIT } }, { signal })
        : await call(
            pharmacyEndpoints.searchPharmacies,
            { query: { ...point, radius, limit: LIMIT } },
            { signal },
          );
      storeLastPharmacies(found.pharmacies, new Date());
      return found;
    },
    // Keeps the list while another radius loads.
    placeholderData: (previous, before) => (before?.queryKey[1] === kind ? previous : undefined),
  });
}
