import type { NewAddress } from '@amasin/domain/addresses/address.ts';
import { MAX_ADDRESSES } from '@amasin/domain/addresses/limits.ts';
import { and, asc, eq, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { type AddressRow, addresses } from '../database/schema/addresses.ts';
import { lockPresent } from '../people/queries.ts';

const ownedBy = (ownerId: string, id: string) => and(eq(addresses.id, id), eq(addresses.ownerId, ownerId));

/** The addresses that a customer keeps, the oldest first. */
export function findAddresses(db: Database, ownerId: string): Promise<AddressRow[]> {
  return db
    .select()
    .from(addresses)
    .where(eq(addresses.ownerId, ownerId))
    .orderBy(asc(addresses.createdAt), asc(addresses.id));
}

/** @returns null when it does not exist or belongs to another customer */
export async function findAddressOf(db: Database, ownerId: string, id: string): Promise<AddressRow | null> {
  const [row] = await db.select().from(addresses).where(ownedBy(ownerId, id));
  return row ?? null;
}

const columnsOf = ({ zone, ...others }: NewAddress) => ({ ...others, zoneId: zone });

/**
 * Inserts an address unless the customer has the maximum; their row is locked, so that two at once are counted one after
 * the other.
 * @returns null when the customer has the maximum
 */
export async function insertAddress(
  tx: Database,
  ownerId: string,
  given: NewAddress,
  createdAt: Date,
): Promise<AddressRow | null> {
  await lockPresent(tx, ownerId);
  const [existing] = await tx
    .select({ n: sql<number>`count(*)::int` })
    .from(addresses)
    .where(eq(addresses.ownerId, ownerId));
  if ((existing?.n ?? 0) >= MAX_ADDRESSES) return null;
  const [row] = await tx
    .insert(addresses)
    .values({ ...columnsOf(given), ownerId, createdAt })
    .returning();
  return row ?? null;
}

/** @returns null when it has been deleted meanwhile */
export async function changeAddress(
  db: Database,
  ownerId: string,
  id: string,
  given: NewAddress,
): Promise<AddressRow | null> {
  const [row] = await db.update(addresses).set(columnsOf(given)).where(ownedBy(ownerId, id)).returning();
  return row ?? null;
}

/** @returns false when it is already deleted */
export async function removeAddress(db: Database, ownerId: string, id: string): Promise<boolean> {
  const removed = await db.delete(addresses).where(ownedBy(ownerId, id)).returning({ id: addresses.id });
  return removed.length > 0;
}

export async function deleteAddressesOf(tx: Database, ownerId: string): Promise<void> {
  await tx.delete(addresses).where(eq(addresses.ownerId, ownerId));
}
