import { sql } from 'drizzle-orm';
import { check, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { moment, primaryId, reference } from './columns.ts';
import { zones } from './places.ts';
import { users } from './users.ts';

/** The places of delivery that customers keep. Orders have their own copy. */
export const addresses = pgTable(
  'addresses',
  {
    id: primaryId(),
    ownerId: reference('owner_id', () => users.id, { onDelete: 'cascade' }).notNull(),
    name: text('name').notNull(),
    zoneId: reference('zone_id', () => zones.id).notNull(),
    sector: text('sector'),
    address: text('address').notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (t) => [
    check('addresses_name', sql`length(btrim(${t.name})) between 1 and 40`),
    check('addresses_address', sql`length(btrim(${t.address})) between 1 and 300`),
    uniqueIndex('addresses_name_unique').on(t.ownerId, sql`lower(${t.name})`),
  ],
);

export type AddressRow = typeof addresses.$inferSelect;
