import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { fcfa, moment, primaryId, reference } from './columns.ts';
import { medications } from './medications.ts';
import { users } from './users.ts';

/** The last list that each pharmacy gave. Its medicines are in `stock`, all of the same list. */
export const stockLists = pgTable('stock_lists', {
  pharmacyId: reference('pharmacy_id', () => users.id, { onDelete: 'cascade' }).primaryKey(),
  seenAt: moment('seen_at').notNull(),
  /** Lines of the file; those that name no medicine of the catalogue, and those that say nothing certain. */
  read: integer('read').notNull(),
  unknown: integer('unknown').notNull(),
  refused: integer('refused').notNull(),
  /** The first ones by name. */
  unknownNames: text('unknown_names').array().notNull(),
});

export type StockListRow = typeof stockLists.$inferSelect;

/** What pharmacies said of medicines. It is believed for `STOCK_HOURS` after it was seen. */
export const stock = pgTable(
  'stock',
  {
    pharmacyId: reference('pharmacy_id', () => users.id, { onDelete: 'cascade' }).notNull(),
    medicationId: reference('medication_id', () => medications.id).notNull(),
    there: boolean('there').notNull(),
    /** The pharmacy's own price; null when its list has none. */
    price: fcfa('price_fcfa'),
    /** Later than the list when it was switched by hand. */
    seenAt: moment('seen_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.pharmacyId, t.medicationId] }),
    check('stock_price', sql`${t.price} > 0`),
    index('stock_there').on(t.medicationId, t.seenAt).where(sql`${t.there}`),
  ],
);

export type StockRow = typeof stock.$inferSelect;

/** Keys by which programs of pharmacies send their lists. */
export const stockKeys = pgTable(
  'stock_keys',
  {
    id: primaryId(),
    pharmacyId: reference('pharmacy_id', () => users.id, { onDelete: 'cascade' }).notNull(),
    name: text('name').notNull(),
    /** The key itself is nowhere. */
    keyHash: text('key_hash').notNull(),
    createdAt: moment('created_at').notNull(),
    lastUsedAt: moment('last_used_at'),
  },
  (t) => [
    check('stock_keys_name', sql`length(btrim(${t.name})) between 1 and 60`),
    uniqueIndex('stock_keys_hash_unique').on(t.keyHash),
    index('stock_keys_pharmacy').on(t.pharmacyId, t.createdAt),
  ],
);

export type StockKeyRow = typeof stockKeys.$inferSelect;
