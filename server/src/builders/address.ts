import type { Database } from '../database/database.ts';
import { type AddressRow, addresses } from '../database/schema/addresses.ts';
import { buildZone } from './catalogue.ts';
import { buildUser } from './user.ts';

let built = 0;

/** A place of delivery that a customer keeps. */
export async function buildAddress(db: Database, given: Partial<AddressRow> = {}): Promise<AddressRow> {
  built += 1;
  const [row] = await db
    .insert(addresses)
    .values({
      name: `Lieu ${built}`,
      sector: 'Haie Vive',
      address: 'Derrière la pharmacie, portail gris',
      createdAt: new Date('2026-11-20T08:58:00Z'),
      ...given,
      ownerId: given.ownerId ?? (await buildUser(db, { type: 'customer' })).id,
      zoneId: given.zoneId ?? (await buildZone(db)).id,
    })
    .returning();
  if (row === undefined) throw new Error('the address was not inserted');
  return row;
}
