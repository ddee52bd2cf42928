import type { UserType } from '@amasin/domain/users/user-type.ts';
import { and, desc, eq, gt, inArray, lte, ne, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { sessions } from '../database/schema/session/sessions.ts';
import { type UserRow, users } from '../database/schema/users.ts';
import { preparedOnce } from '../database/statements/prepared.ts';
import type { ReadSession, SessionUser } from '../ports/sessions.ts';

/** Prepared: it runs on every request. */
const prepared = preparedOnce((db) => ({
  byToken: db
    .select({
      user: {
        id: users.id,
        type: users.type,
        name: users.name,
        phone: users.phone,
        active: users.active,
        hasSecondFactor: users.hasSecondFactor,
      },
      createdAt: sessions.createdAt,
      expiresAt: sessions.expiresAt,
      lastSeenAt: sessions.lastSeenAt,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(eq(sessions.tokenHash, sql.placeholder('hash')), gt(sessions.expiresAt, sql.placeholder('now'))),
    )
    .prepare('user_by_token'),
}));

/** The session of a token that has not expired, with its user; else null. */
export async function findSession(db: Database, hash: string, now: Date): Promise<ReadSession | null> {
  const [session] = await prepared(db).byToken.execute({ hash, now });
  return session ?? null;
}

/** The user of a valid token, or null. */
export async function findUserByToken(db: Database, hash: string, now: Date): Promise<SessionUser | null> {
  return (await findSession(db, hash, now))?.user ?? null;
}

/** A session that has expired and has not been swept yet, or null. */
export async function findEndedSession(
  db: Database,
  hash: string,
): Promise<{ type: UserType; createdAt: Date; lastSeenAt: Date | null } | null> {
  const [row] = await db
    .select({ type: users.type, createdAt: sessions.createdAt, lastSeenAt: sessions.lastSeenAt })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(eq(sessions.tokenHash, hash));
  return row ?? null;
}

export async function touchSession(
  db: Database,
  hash: string,
  seen: { lastSeenAt: Date; expiresAt: Date },
): Promise<void> {
  await db.update(sessions).set(seen).where(eq(sessions.tokenHash, hash));
}

/** The type of the user of each of these sessions that has not ended and whose account is active. */
export async function findActiveSessions(
  db: Database,
  hashes: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, UserType>> {
  const rows = await db
    .select({ hash: sessions.tokenHash, type: users.type })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        // One parameter, so that the statement is the same for every number of sockets.
        sql`${sessions.tokenHash} = any(${sql.param([...hashes])}::text[])`,
        gt(sessions.expiresAt, now),
        users.active,
      ),
    );
  return new Map(rows.map(({ hash, type }) => [hash, type]));
}

/**
 * The user if their password hash is unchanged since it was verified, locked until the transaction ends, so that a
 * concurrent password reset also deletes the new session, and concurrent sign-ins are counted one at a time.
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
    .for('no key update');
  return row ?? null;
}

export async function insertSession(
  db: Database,
  session: {
    tokenHash: string;
    userId: string;
    createdAt: Date;
    expiresAt: Date;
    device?: string | null;
  },
): Promise<void> {
  await db.insert(sessions).values({ ...session, lastSeenAt: session.createdAt });
}

/** Deletes the oldest sessions of a user beyond the limit; never the newest, whatever the clock says. @returns how many */
export async function trimSessions(
  tx: Database,
  userId: string,
  { newest, limit }: { newest: string; limit: number },
): Promise<number> {
  const beyond = tx
    .select({ hash: sessions.tokenHash })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), ne(sessions.tokenHash, newest)))
    .orderBy(desc(sessions.createdAt), desc(sessions.tokenHash))
    .offset(limit - 1);
  const deleted = await tx
    .delete(sessions)
    .where(inArray(sessions.tokenHash, beyond))
    .returning({ id: sessions.tokenHash });
  return deleted.length;
}

export async function deleteSession(db: Database, hash: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.tokenHash, hash));
}

/** Deletes a user's sessions, except the one with this token hash. @returns how many */
export async function deleteSessionsOf(
  db: Database,
  userId: string,
  exceptHash: string | null,
): Promise<number> {
  const others = exceptHash === null ? undefined : ne(sessions.tokenHash, exceptHash);
  const { rowCount } = await db.delete(sessions).where(and(eq(sessions.userId, userId), others));
  return rowCount ?? 0;
}

/** @returns how many */
export async function deleteAllSessions(db: Database): Promise<number> {
  return (await db.delete(sessions)).rowCount ?? 0;
}

/** Returns the number of deleted sessions. */
export async function deleteExpiredSessions(db: Database, now: Date): Promise<number> {
  const deleted = await db
    .delete(sessions)
    .where(lte(sessions.expiresAt, now))
    .returning({ id: sessions.tokenHash });
  return deleted.length;
}
