import { fileCategories, MAX_FILE_BYTES } from '@amasin/domain/files/file-category.ts';
import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { moment, oneOf, primaryId, reference } from './columns.ts';
import { users } from './users.ts';

/** Stored content types: pictures re-encoded, PDFs unchanged. */
export const fileTypes = ['image/jpeg', 'image/png', 'image/webp', 'application/pdf'] as const;

/** A file whose bytes are in the file store under `key`. The row is inserted after the bytes are written. */
export const files = pgTable(
  'files',
  {
    id: primaryId(),
    /** Random and unguessable; `url` in the API. */
    key: text('key').notNull(),
    ownerId: reference('owner_id', () => users.id).notNull(),
    category: text('category', { enum: fileCategories }).notNull(),
    contentType: text('content_type', { enum: fileTypes }).notNull(),
    bytes: integer('bytes').notNull(),
    createdAt: moment('created_at').notNull(),
    /** When it was bound to a card, an order, a prescription or a message; null: unbound, will be swept. */
    boundAt: moment('bound_at'),
    /** Set when its retention ended and its bytes were given up; the row stays, because others refer to it (decision 75). */
    erasedAt: moment('erased_at'),
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

/**
 * Records who opened which health document, and when. Append-only, enforced by a trigger. It has no foreign keys, because its
 * rows remain when the document or the user is deleted.
 */
export const fileOpenings = pgTable(
  'file_openings',
  {
    id: primaryId(),
    /** `file:<key>`, `prescription:<id>`, or `export:<list>` for a downloaded list. */
    object: text('object').notNull(),
    userId: uuid('user_id').notNull(),
    at: moment('at').notNull(),
  },
  (t) => [index('file_openings_object').on(t.object, t.at)],
);
