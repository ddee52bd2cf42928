import type { HouseSettings } from '@amasin/domain/house/settings.ts';
import { sql } from 'drizzle-orm';
import { boolean, check, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { moment } from './columns.ts';

/** One row stores the settings that super administrators have saved; the environment gives the rest (rule 47). */
export const houseSettings = pgTable(
  'house_settings',
  {
    id: boolean('id').primaryKey().default(true),
    /** Grows with each change: whoever saves names the one that was read. */
    version: integer('version').notNull(),
    saved: jsonb('saved').$type<Partial<HouseSettings>>().notNull().default({}),
    updatedAt: moment('updated_at').notNull(),
  },
  (t) => [check('house_settings_one', sql`${t.id}`), check('house_settings_version', sql`${t.version} > 0`)],
);

/** Names this house, as its file store does: a server refuses the files of another one. A backup does not have it (decision 66). */
export const houseMark = pgTable(
  'house_mark',
  {
    id: boolean('id').primaryKey().default(true),
    mark: text('mark').notNull(),
  },
  (t) => [check('house_mark_one', sql`${t.id}`)],
);
