import { clampRadius, DEFAULT_RADIUS_KM } from '@amasin/domain/pharmacies/search-radius.ts';
import { readers, searchParamFilters } from '../../ui/search-param-filters.ts';

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
