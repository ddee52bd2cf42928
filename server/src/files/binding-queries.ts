import type { FileCategory } from '@amasin/domain/files/file-category.ts';
import { and, eq, isNull } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { files } from '../database/schema/files.ts';
import { invalidField } from '../refusal.ts';

interface Binding {
  readonly key: string;
  readonly ownerId: string;
  readonly category: FileCategory;
  readonly at: Date;
}

/**
 * Binds an upload to the card, order, prescription or message that refers to it. It must be the caller's own, of the
 * right category and not bound yet. Of concurrent calls, one succeeds.
 * @param field path in the body and message
 * @throws 422 INVALID for any other key
 */
export async function bindFile(
  tx: Database,
  { key, ownerId, category, at }: Binding,
  field: { path: string; message: string },
): Promise<void> {
  const bound = await tx
    .update(files)
    .set({ boundAt: at })
    .where(
      and(
        eq(files.key, key),
        eq(files.ownerId, ownerId),
        eq(files.category, category),
        isNull(files.boundAt),
      ),
    )
    .returning({ id: files.id });
  if (bound.length === 0) throw invalidField(field.path, field.message);
}

/** Unbinds a file; the next sweep removes it unless an order or an open payment refers to it. */
export async function releaseFile(tx: Database, key: string): Promise<void> {
  await tx.update(files).set({ boundAt: null }).where(eq(files.key, key));
}
