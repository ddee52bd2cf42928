import { and, eq, gt, lte, ne, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { sessions } from '../database/schema/session/sessions.ts';
import { type UserRow, users } from '../database/schema/users.ts';

/** Written once for a database: every request asks it, and to write it takes longer than to answer it. */
const byToken = new WeakMap<Database, ReturnType<typeof prepareByToken>>();

function prepareByToken(db: Database) {
  return db
    .select({ user: users })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(eq(sessions.tokenHash, sql.placeholder('hash')), gt(sessions.expiresAt, sql.placeholder('now'))),
    )
    .prepare('user_by_token');
}

/** The person behind a live token, or null. */
export async function findUserByToken(db: Database, hash: string, now: Date): Promise<UserRow | null> {
  const query = byToken.get(db) ?? prepareByToken(db);
  byToken.set(db, query);
  const [row] = await query.execute({ hash, now });
  return row?.user ?? null;
}

/**
 * The person, if their password is still the one that was just verified; held until the transaction ends, so that a
 * reset that ends every session finds the new one too.
 */
export async function lockUserWithPassword(
  tx: Database,
  id: string,
  passwordHash: string,
): Promise<UserRow | null> {
  const [row] = await tx
    .select()
    .from(users)
    .where(and(eq(users.id, id), eq(users.passwordHash, passwordHash)))
    .for('share');
  return row ?? null;
}

export async function insertSession(
  db: Database,
  session: {
    tokenHash: string;
    userId: string;
    createdAt: Date;
    expiresAt: Date;
  },
): Promise<void> {
  await db.insert(sessions).values(session);
}

export async function deleteSession(db: Database, hash: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.tokenHash, hash));
}

/** Ends a person's sessions, but for the one of this token's hash where there is one to keep. */
export async function deleteSessionsOf(db: Database, userId: string, kept: string | null): Promise<void> {
  const others = kept === null ? undefined : ne(sessions.tokenHash, kept);
  await db.delete(sessions).where(and(eq(sessions.userId, userId), others));
}

/** How many sessions had run out and are gone now. */
export async function deleteExpiredSessions(db: Database, now: Date): Promise<number> {
  const gone = await db
    .delete(sessions)
    .where(lte(sessions.expiresAt, now))
    .returning({ id: sessions.tokenHash });
  return gone.length;
}
