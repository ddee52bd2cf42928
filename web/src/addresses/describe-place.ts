import type { Address } from '@amasin/domain/addresses/address.ts';
import type { Zone } from '@amasin/domain/zones/zone.ts';

type Place = Pick<Address, 'zone' | 'sector' | 'address'>;

/** « Haie Vive, portail gris »; the zone where no quarter was picked. */
export function describePlace({ zone, sector, address }: Place, zones: readonly Zone[]): string {
  const area = sector ?? zones.find(({ _id }) => _id === zone)?.label;
  return [area, address].filter(Boolean).join(', ');
}

/** Whether two places are the same to a courier. */
export const isSamePlace = (
  a: Pick<Place, 'zone' | 'address'>,
  b: Pick<Place, 'zone' | 'address'>,
): boolean => a.zone === b.zone && a.address.trim() === b.address.trim();

export const isServed = ({ zone }: Pick<Place, 'zone'>, zones: readonly Zone[]): boolean =>
  zones.some(({ _id }) => _id === zone);
