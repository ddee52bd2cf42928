import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  doublePrecision,
  index,
  pgTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { fcfa, moment, primaryId, reference } from './columns.ts';
import { users } from './users.ts';

/**
 * Pharmacies as places (rule 34). A trigger of `users` writes the place of an account on every change, so
 * that they always match. An imported place has no account.
 */
export const places = pgTable(
  'places',
  {
    /** The account's id for the place of an account. */
    id: primaryId(),
    accountId: reference('account_id', () => users.id, { onDelete: 'cascade' }),
    /** The id in the imported source: `node/3876749113` in OpenStreetMap. */
    sourceId: text('source_id'),
    name: text('name').notNull(),
    latitude: doublePrecision('latitude'),
    longitude: doublePrecision('longitude'),
    phone: text('phone'),
    address: text('address'),
    hours: text('hours'),
    /** The pharmacy's own switch; dated shifts are in `dutyShifts`. */
    onDuty: boolean('on_duty').notNull().default(false),
    /** Whether it is listed; same as its account. */
    active: boolean('active').notNull().default(true),
    isPartner: boolean('is_partner').notNull().default(false),
  },
  (t) => [
    check('places_name', sql`length(btrim(${t.name})) > 0`),
    check(
      'places_position',
      sql`(${t.latitude} is null) = (${t.longitude} is null) and abs(${t.latitude}) <= 90 and abs(${t.longitude}) <= 180`,
    ),
    // A place without an account is located, listed and never a partner.
    check(
      'places_imported',
      sql`${t.accountId} is not null or (${t.sourceId} is not null and ${t.latitude} is not null and ${t.active} and not ${t.isPartner})`,
    ),
    uniqueIndex('places_account_unique').on(t.accountId),
    uniqueIndex('places_source_unique').on(t.sourceId),
    index('places_point').using('gist', sql`place_point(${t.latitude}, ${t.longitude})`),
  ],
);

export type PlaceRow = typeof places.$inferSelect;

export const dutyShifts = pgTable(
  'duty_shifts',
  {
    id: primaryId(),
    placeId: reference('place_id', () => places.id, { onDelete: 'cascade' }).notNull(),
    startsAt: moment('starts_at').notNull(),
    endsAt: moment('ends_at').notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (t) => [
    check(
      'duty_shifts_span',
      sql`${t.endsAt} > ${t.startsAt} and ${t.endsAt} - ${t.startsAt} <= interval '31 days'`,
    ),
    uniqueIndex('duty_shifts_unique').on(t.placeId, t.startsAt, t.endsAt),
    index('duty_shifts_end').on(t.endsAt),
  ],
);

export type DutyShiftRow = typeof dutyShifts.$inferSelect;

/** The published lists that shifts were taken from. */
export const dutyLists = pgTable(
  'duty_lists',
  {
    id: primaryId(),
    source: text('source').notNull(),
    /** The date of the list, in Benin. */
    listedOn: date('listed_on', { mode: 'string' }).notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (t) => [
    check('duty_lists_source', sql`length(btrim(${t.source})) between 1 and 100`),
    uniqueIndex('duty_lists_unique').on(t.listedOn, t.source),
  ],
);

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
