import type { Pharmacy } from '@amasin/domain/pharmacies/pharmacy.ts';
import type { Position } from '../finding/use-position.ts';

/** The way there on OpenStreetMap, from where the person stands if they have said so; null for a place without position. */
export function directionsTo({ location }: Pharmacy, { point, own }: Position): string | null {
  if (location === null) return null;
  const [lng, lat] = location.coordinates;
  const from = own ? `${point.lat},${point.lng}` : '';
  const route = encodeURIComponent(`${from};${lat},${lng}`);
  return `https://www.openstreetmap.org/directions?engine=fossgis_osrm_car&route=${route}`;
}
