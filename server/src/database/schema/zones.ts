import { sql } from 'drizzle-orm';
import { check, doublePrecision, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { fcfa, moment, primaryId } from './columns.ts';

export const zones = pgTable(
  'zones',
  {
    id: primaryId(),
    label: text('label').notNull(),
    /** `searchText(label)`: labels must differ by more than accents or case. */
    searchText: text('search_text').notNull(),
    sectors: text('sectors').array().notNull(),
    /** Other names by which people find it. */
    aliases: text('aliases').array().notNull().default([]),
    price: fcfa('price_fcfa').notNull(),
    town: text('town').notNull().default('Cotonou'),
    /** Set by hand; without it, the zone is where the pharmacies are whose address names it. */
    latitude: doublePrecision('latitude'),
    longitude: doublePrecision('longitude'),
    createdAt: moment('created_at').notNull(),
    deletedAt: moment('deleted_at'),
  },
  (t) => [
    check('zones_price', sql`${t.price} >= 0`),
    check('zones_label', sql`length(btrim(${t.label})) > 0`),
    check('zones_town', sql`length(btrim(${t.town})) > 0`),
    check(
      'zones_position',
      sql`(${t.latitude} is null) = (${t.longitude} is null) and abs(${t.latitude}) <= 90 and abs(${t.longitude}) <= 180`,
    ),
    uniqueIndex('zones_label_unique').on(t.searchText).where(sql`${t.deletedAt} is null`),
  ],
);

export type ZoneRow = typeof zones.$inferSelect;
