import type { Address, NewAddress } from '@amasin/domain/addresses/address.ts';
import { addressEndpoints } from '@amasin/domain/addresses/endpoints.ts';
import type { Zone } from '@amasin/domain/zones/zone.ts';
import { useQuery } from '@tanstack/react-query';
import { call } from '../lib/call.ts';
import { keys } from '../lib/keys.ts';
import { useChange } from '../lib/use-change.ts';

/** Search params of the dialogs of the profile; the value is an id, or `NEW_ADDRESS`. */
export const EDIT = 'lieu';
export const REMOVE = 'retrait';
export const NEW_ADDRESS = 'nouveau';

/** The places of delivery that the customer keeps, the oldest first. */
export function useAddresses() {
  return useQuery({
    queryKey: keys.addresses.all,
    queryFn: ({ signal }) =>
      call(addressEndpoints.listAddresses, {}, { signal }).then(({ addresses }) => addresses),
  });
}

/** Keeps a new place, or changes the given one. */
export async function saveAddress(kept: Address | null, body: NewAddress): Promise<Address> {
  const response =
    kept === null
      ? await call(addressEndpoints.createAddress, { body })
      : await call(addressEndpoints.updateAddress, { params: { id: kept._id }, body });
  return response.address;
}

export function useKeepAddress(onDone: () => void) {
  return useChange({
    resource: 'addresses',
    mutationFn: (body: NewAddress) => saveAddress(null, body),
    done: 'Lieu gardé',
    onDone,
  });
}

export function useDeleteAddress(onDone: () => void) {
  return useChange({
    resource: 'addresses',
    mutationFn: (id: string) => call(addressEndpoints.deleteAddress, { params: { id } }),
    done: 'Lieu retiré',
    failed: 'Erreur lors de la suppression',
    onDone,
  });
}

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
