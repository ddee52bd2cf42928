import { fileCategories, MAX_FILE_BYTES } from '@amasin/domain/files/file-category.ts';
import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { moment, oneOf, primaryId } from './columns.ts';
import { users } from './users.ts';

/** What is kept, by content: pictures re-encoded, PDFs as they came (RULES 32). */
export const fileTypes = ['image/jpeg', 'image/png', 'image/webp', 'application/pdf'] as const;

/** A file whose bytes lie in the file store under `key`. A row is written once its bytes are there. */
export const files = pgTable(
  'files',
  {
    id: primaryId(),
    /** Random, unguessable; what the wire calls `url`. */
    key: text('key').notNull(),
    ownerId: uuid('owner_id')
      .notNull()
      .references(() => users.id),
    category: text('category', { enum: fileCategories }).notNull(),
    contentType: text('content_type', { enum: fileTypes }).notNull(),
    bytes: integer('bytes').notNull(),
    createdAt: moment('created_at').notNull(),
    /** Since when a card, an order or a prescription holds it; null: nothing does, and it will be swept. */
    boundAt: moment('bound_at'),
  },
  (t) => [
    check('files_category', oneOf(t.category, fileCategories)),
    check('files_content_type', oneOf(t.contentType, fileTypes)),
    check('files_bytes', sql`${t.bytes} between 1 and ${sql.raw(String(MAX_FILE_BYTES))}`),
    uniqueIndex('files_key_unique').on(t.key),
    index('files_owner').on(t.ownerId),
    index('files_unbound').on(t.createdAt).where(sql`${t.boundAt} is null`),
  ],
);

export type FileRow = typeof files.$inferSelect;

/** Who opened which health document, and when: append-only, a trigger sees to it. No reference: it outlives them. */
export const fileOpenings = pgTable(
  'file_openings',
  {
    id: primaryId(),
    /** `file:<key>` or `prescription:<id>`. */
    object: text('object').notNull(),
    userId: uuid('user_id').notNull(),
    at: moment('at').notNull(),
  },
  (t) => [index('file_openings_object').on(t.object, t.at)],
);
