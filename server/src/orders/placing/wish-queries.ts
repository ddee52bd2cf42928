import { and, eq, or } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import { places } from '../../database/schema/places.ts';
import { users } from '../../database/schema/users.ts';

/**
 * The account of the pharmacy that a customer wishes for, by the id of its place or account; null when it cannot be assigned,
 * or is none. Locked, so that it exists until the transaction has ended.
 */
export async function findWished(db: Database, id: string | null | undefined): Promise<string | null> {
  if (!id) return null;
  const [found] = await db
    .select({ id: users.id })
    .from(places)
    .innerJoin(users, eq(users.id, places.accountId))
    .where(
      and(
        or(eq(places.id, id), eq(places.accountId, id)),
        eq(users.type, 'pharmacy'),
        users.active,
        users.isPartner,
      ),
    )
    .for('key share', { of: users });
  return found?.id ?? null;
}
