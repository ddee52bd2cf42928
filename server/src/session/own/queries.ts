import { and, desc, eq, gt, sql } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import { sessions } from '../../database/schema/session/sessions.ts';

interface Named {
  readonly id: string;
  readonly userId: string;
}

/** The sessions of a user that have not ended, the last seen first. */
export async function findSessionsOf(db: Database, userId: string, now: Date) {
  return db
    .select({
      id: sessions.id,
      hash: sessions.tokenHash,
      device: sessions.device,
      createdAt: sessions.createdAt,
      lastSeenAt: sessions.lastSeenAt,
    })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, now)))
    .orderBy(desc(sql`coalesce(${sessions.lastSeenAt}, ${sessions.createdAt})`), desc(sessions.id));
}

/** The id of a user's session that has not ended, or null. */
export async function findOwnSession(db: Database, { id, userId }: Named, now: Date): Promise<string | null> {
  const [row] = await db
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.id, id), eq(sessions.userId, userId), gt(sessions.expiresAt, now)));
  return row?.id ?? null;
}

export async function deleteOwnSession(db: Database, { id, userId }: Named): Promise<void> {
  await db.delete(sessions).where(and(eq(sessions.id, id), eq(sessions.userId, userId)));
}
