import type { Address } from '@amasin/domain/addresses/address.ts';
import type { AddressRow } from '../database/schema/customers/addresses.ts';

/** Every field of a kept address that leaves the server. */
export function presentAddress({ id, name, zoneId, sector, address }: AddressRow): Address {
  return { _id: id, name, zone: zoneId, sector, address };
}
