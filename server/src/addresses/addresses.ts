import type { Address, NewAddress } from '@amasin/domain/addresses/address.ts';
import type { Ctx } from '../ctx.ts';
import type { AddressRow } from '../database/schema/addresses.ts';
import { transact } from '../database/transaction.ts';
import { invalidField, Refusal, refuseDuplicate } from '../refusal.ts';
import { findZone } from '../zones/queries.ts';
import { changeAddress, findAddresses, findAddressOf, insertAddress, removeAddress } from './queries.ts';

const duplicates = { addresses_name_unique: 'ADDRESS_EXISTS' } as const;

/** The caller's addresses, whether or not their zones are still served. */
export async function listAddresses(ctx: Ctx): Promise<{ addresses: Address[]; total: number }> {
  const rows = await findAddresses(ctx.db, ctx.actor._id);
  return { addresses: rows.map(presentAddress), total: rows.length };
}

/** @throws 404 NOT_FOUND, also for the address of another customer */
export async function loadAddress(ctx: Ctx, { id }: { id: string }): Promise<AddressRow> {
  const row = await findAddressOf(ctx.db, ctx.actor._id, id);
  if (row === null) throw new Refusal('NOT_FOUND');
  return row;
}

/** @throws 422 INVALID for a zone that is not served; 409 ADDRESS_EXISTS, TOO_MANY_ADDRESSES */
export async function createAddress(ctx: Ctx, body: NewAddress): Promise<Address> {
  await checkZone(ctx, body);
  const row = await refuseDuplicate(duplicates, () =>
    transact(ctx.db, (tx) => insertAddress(tx, ctx.actor._id, body, ctx.clock.now())),
  );
  if (row === null) throw new Refusal('TOO_MANY_ADDRESSES');
  return presentAddress(row);
}

/** @throws 404 NOT_FOUND; 422 INVALID for a zone that is not served; 409 ADDRESS_EXISTS */
export async function updateAddress(ctx: Ctx, { id }: AddressRow, body: NewAddress): Promise<Address> {
  await checkZone(ctx, body);
  const row = await refuseDuplicate(duplicates, () => changeAddress(ctx.db, ctx.actor._id, id, body));
  if (row === null) throw new Refusal('NOT_FOUND');
  return presentAddress(row);
}

/** @throws 404 NOT_FOUND, even when already deleted */
export async function deleteAddress(ctx: Ctx, { id }: AddressRow): Promise<void> {
  if (!(await removeAddress(ctx.db, ctx.actor._id, id))) throw new Refusal('NOT_FOUND');
}

async function checkZone(ctx: Ctx, { zone }: NewAddress): Promise<void> {
  if ((await findZone(ctx.db, zone)) === null) throw invalidField('zone', 'Zone requise');
}

/** Presents every field of an address that leaves the server. */
function presentAddress({ id, name, zoneId, sector, address }: AddressRow): Address {
  return { _id: id, name, zone: zoneId, sector, address };
}
