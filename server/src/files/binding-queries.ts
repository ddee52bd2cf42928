import type { FileCategory } from '@amasin/domain/files/file-category.ts';
import { and, eq, isNull } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { files } from '../database/schema/files.ts';
import { invalidField } from '../refusal.ts';

interface Wanted {
  readonly key: string;
  readonly ownerId: string;
  readonly category: FileCategory;
  readonly at: Date;
}

/**
 * Gives an upload to the card, order or prescription that names it: the caller's own, of the right category and not
 * given to anything else (F25); of two at once, one gets it.
 * @param field path in the body and what to say, for the 422 that any other key answers
 */
export async function bindFile(
  tx: Database,
  { key, ownerId, category, at }: Wanted,
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

/** Lets go of a file; where no order or open payment holds it, the next sweep removes it. */
export async function releaseFile(tx: Database, key: string): Promise<void> {
  await tx.update(files).set({ boundAt: null }).where(eq(files.key, key));
}
