import { AVAILABLE_MS } from '@amasin/domain/consultations/lifecycle.ts';
import { and, count, eq, gte, inArray, sql } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import { presence } from '../../database/schema/consultations.ts';
import { users } from '../../database/schema/users.ts';
import { takesRequests } from '../../scopes/consultations.ts';

/** Records that these users have a live connection. */
export async function touchPresence(db: Database, userIds: readonly string[], now: Date): Promise<void> {
  if (userIds.length === 0) return;
  // Users removed meanwhile are skipped; the order prevents deadlocks between processes.
  const connected = db
    .select({ userId: users.id, seenAt: sql`${now.toISOString()}::timestamptz`.as('seen_at') })
    .from(users)
    .where(inArray(users.id, [...userIds]))
    .orderBy(users.id);
  await db
    .insert(presence)
    .select(connected)
    .onConflictDoUpdate({
      target: presence.userId,
      set: { seenAt: sql`greatest(${presence.seenAt}, excluded.seen_at)` },
    });
}

export async function forgetPresence(db: Database, userIds: readonly string[]): Promise<void> {
  if (userIds.length === 0) return;
  await db.delete(presence).where(inArray(presence.userId, [...userIds]));
}

/** Counts the doctors who may take a request and had a live connection within the last minute. */
export async function countAvailableDoctors(db: Database, now: Date): Promise<number> {
  const [row] = await db
    .select({ n: count() })
    .from(presence)
    .innerJoin(users, eq(users.id, presence.userId))
    .where(and(takesRequests, gte(presence.seenAt, new Date(now.getTime() - AVAILABLE_MS))));
  return row?.n ?? 0;
}

/**
 * The doctors who may see and take requests (rule 39).
 * @param among only these
 */
export async function findDoctorsForRequests(db: Database, among?: readonly string[]): Promise<string[]> {
  const chosen = among && sql`${users.id} = any(${sql.param([...among])}::uuid[])`;
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(and(takesRequests, chosen))
    .orderBy(users.id);
  return rows.map(({ id }) => id);
}
