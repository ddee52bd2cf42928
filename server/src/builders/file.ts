import { randomBytes } from 'node:crypto';
import type { Database } from '../database/database.ts';
import { type FileRow, files } from '../database/schema/files.ts';
import { buildUser } from './user.ts';

/** The row of an upload (default: an unbound JPEG prescription), without bytes. */
export async function buildFile(db: Database, given: Partial<FileRow> = {}): Promise<FileRow> {
  const ownerId = given.ownerId ?? (await buildUser(db, { type: 'customer' })).id;
  const [row] = await db
    .insert(files)
    .values({
      key: randomBytes(24).toString('base64url'),
      category: 'prescription',
      contentType: 'image/jpeg',
      bytes: 1_000,
      createdAt: new Date('2026-11-20T08:55:00Z'),
      ...given,
      ownerId,
    })
    .returning();
  if (row === undefined) throw new Error('the file was not inserted');
  return row;
}
