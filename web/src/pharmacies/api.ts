import type { DutyList } from '@amasin/domain/pharmacies/duty-list.ts';
import { pharmacyEndpoints } from '@amasin/domain/pharmacies/endpoints.ts';
import type { Pharmacy } from '@amasin/domain/pharmacies/pharmacy.ts';
import { clampRadius, DEFAULT_RADIUS_KM } from '@amasin/domain/pharmacies/search-radius.ts';
import { useQuery } from '@tanstack/react-query';
import { call } from '../lib/call.ts';
import { timeNow } from '../lib/clock.ts';
import { keys } from '../lib/keys.ts';
import { list, object, sent, text, where } from '../lib/schema.ts';
import { storedOf } from '../lib/stored.ts';
import { readers, searchParamFilters } from '../ui/search-param-filters.ts';
import type { Position } from './use-position.ts';

/** The filters of the search. The user's position is not in the URL. */
export const pharmacyFilters = searchParamFilters({
  radius: (text) => (/^\d{1,3}$/.test(text) ? clampRadius(Number(text)) : DEFAULT_RADIUS_KM),
  /** Only pharmacies on duty, at any distance. */
  duty: readers.flag,
});

export type PharmacyFilters = typeof pharmacyFilters.none;

/** Describes in French where the pharmacies were searched. */
export function describeFilters({ duty, radius }: PharmacyFilters, own: boolean): string {
  return duty
    ? `de garde en ce moment${own ? ', les plus proches d’abord' : ''}`
    : `à moins de ${radius}\u00a0km ${own ? 'de vous' : 'du centre de Cotonou'}`;
}

/** The directory is public, so it is not stored per user. */
const OWNER = 'visitor';

export type LastFound = {
  /** When the server returned it, ISO 8601. */
  at: string;
  pharmacies: Pharmacy[];
};

const lastFound = storedOf(
  'pharmacies',
  object<LastFound>({
    at: where(text, (at) => !Number.isNaN(Date.parse(at))),
    pharmacies: list(sent<Pharmacy>({ _id: text, name: text })),
  }),
);

/**
 * Stores the last result for offline use; an empty one is ignored. Distances, and sorting by them, would reveal where the
 * person was: neither is stored.
 */
export function storeLastPharmacies(pharmacies: readonly Pharmacy[], now: Date): void {
  if (pharmacies.length === 0) return;
  const sorted = pharmacies
    .map((one) => ({ ...one, distance: null }))
    .sort((a, b) => a.name.localeCompare(b.name, 'fr'));
  lastFound.write(OWNER, { at: now.toISOString(), pharmacies: sorted });
}

/** The last stored result; null when there is none, or when it is invalid. */
export function readLastPharmacies(): LastFound | null {
  const found = lastFound.read(OWNER);
  // An earlier version stored distances, measured from where the person was then.
  return found && { ...found, pharmacies: found.pharmacies.map((one) => ({ ...one, distance: null })) };
}

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
    queryKey: duty ? keys.pharmacies.of('onDuty', where ?? null) : keys.pharmacies.list({ point, radius }),
    queryFn: async ({ signal }): Promise<Found> => {
      const found: Found = duty
        ? await call(pharmacyEndpoints.listOnDuty, { query: { ...where, limit: LIMIT } }, { signal })
        : await call(
            pharmacyEndpoints.searchPharmacies,
            { query: { ...point, radius, limit: LIMIT } },
            { signal },
          );
      storeLastPharmacies(found.pharmacies, new Date(timeNow()));
      return found;
    },
    // Keeps the list while another radius loads.
    placeholderData: (previous, before) => (before?.queryKey[1] === kind ? previous : undefined),
  });
}
