import type { UserType } from '@amasin/domain/contract/user-type.ts';
import { and, desc, eq, gt, inArray, lt, lte, ne, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { pushSubscriptions, recoveryCodes, secondFactors, sessions } from '../database/schema/sessions.ts';
import { type UserRow, users } from '../database/schema/users.ts';
import { preparedOnce } from '../database/sql.ts';
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
): Promise<{ type: UserType; createdAt: Date; expiresAt: Date } | null> {
  const [row] = await db
    .select({ type: users.type, createdAt: sessions.createdAt, expiresAt: sessions.expiresAt })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(eq(sessions.tokenHash, hash));
  return row ?? null;
}

export async function touchSession(
  db: Database,
  hash: string,
  times: { lastSeenAt: Date; expiresAt: Date },
): Promise<void> {
  await db.update(sessions).set(times).where(eq(sessions.tokenHash, hash));
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

/** @returns how many */
export async function deleteExpiredSessions(db: Database, now: Date): Promise<number> {
  const deleted = await db
    .delete(sessions)
    .where(lte(sessions.expiresAt, now))
    .returning({ id: sessions.tokenHash });
  return deleted.length;
}

interface SessionKey {
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
export async function findOwnSession(
  db: Database,
  { id, userId }: SessionKey,
  now: Date,
): Promise<string | null> {
  const [row] = await db
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.id, id), eq(sessions.userId, userId), gt(sessions.expiresAt, now)));
  return row?.id ?? null;
}

export async function deleteOwnSession(db: Database, { id, userId }: SessionKey): Promise<void> {
  await db.delete(sessions).where(and(eq(sessions.id, id), eq(sessions.userId, userId)));
}

/** Locks the session, so that it is not deleted meanwhile. @returns false when it has ended */
export async function lockSession(tx: Database, hash: string): Promise<boolean> {
  const rows = await tx
    .select({ hash: sessions.tokenHash })
    .from(sessions)
    .where(eq(sessions.tokenHash, hash))
    .for('key share');
  return rows.length > 0;
}

type Subscription = Omit<typeof pushSubscriptions.$inferInsert, 'id'>;

/** Stores the only subscription of this session. An endpoint of another session moves to this one. */
export async function putSubscription(tx: Database, subscription: Subscription): Promise<void> {
  const { sessionHash, endpoint } = subscription;
  await tx
    .delete(pushSubscriptions)
    .where(and(eq(pushSubscriptions.sessionHash, sessionHash), ne(pushSubscriptions.endpoint, endpoint)));
  await tx
    .insert(pushSubscriptions)
    .values(subscription)
    .onConflictDoUpdate({ target: pushSubscriptions.endpoint, set: subscription });
}

/** Deletes the oldest subscriptions of this user beyond the limit. */
export async function trimSubscriptions(tx: Database, userId: string, limit: number): Promise<void> {
  const beyond = tx
    .select({ id: pushSubscriptions.id })
    .from(pushSubscriptions)
    .innerJoin(sessions, eq(sessions.tokenHash, pushSubscriptions.sessionHash))
    .where(eq(sessions.userId, userId))
    .orderBy(desc(pushSubscriptions.createdAt), desc(pushSubscriptions.id))
    .offset(limit);
  await tx.delete(pushSubscriptions).where(inArray(pushSubscriptions.id, beyond));
}

export async function deleteSubscriptionOf(db: Database, sessionHash: string): Promise<void> {
  await db.delete(pushSubscriptions).where(eq(pushSubscriptions.sessionHash, sessionHash));
}

type SecondFactorRow = typeof secondFactors.$inferSelect;

export async function findSecondFactor(db: Database, userId: string): Promise<SecondFactorRow | null> {
  const [row] = await db.select().from(secondFactors).where(eq(secondFactors.userId, userId));
  return row ?? null;
}

/** Stores a secret that its user has to confirm; the confirmed one, if any, stays in use until then. */
export async function offerSecret(
  db: Database,
  userId: string,
  { offered, offeredAt }: { offered: string; offeredAt: Date },
): Promise<void> {
  const set = { offered, offeredAt };
  await db
    .insert(secondFactors)
    .values({ userId, ...set })
    .onConflictDoUpdate({ target: secondFactors.userId, set });
}

/** Puts the offered secret into use; false when another one was offered or confirmed meanwhile. */
export async function confirmSecret(
  tx: Database,
  userId: string,
  { offered, step }: { offered: string; step: number },
): Promise<boolean> {
  const confirmed = await tx
    .update(secondFactors)
    .set({ secret: offered, offered: null, offeredAt: null, lastStep: step })
    .where(and(eq(secondFactors.userId, userId), eq(secondFactors.offered, offered)))
    .returning({ userId: secondFactors.userId });
  if (confirmed.length === 0) return false;
  await tx.update(users).set({ hasSecondFactor: true }).where(eq(users.id, userId));
  return true;
}

/** Uses up the codes of a step and the older ones; false when that step was used before. */
export async function spendStep(db: Database, userId: string, step: number): Promise<boolean> {
  const spent = await db
    .update(secondFactors)
    .set({ lastStep: step })
    .where(and(eq(secondFactors.userId, userId), lt(secondFactors.lastStep, step)))
    .returning({ userId: secondFactors.userId });
  return spent.length === 1;
}

/** Uses up the recovery code that has one of these hashes; false when it does not exist or was used before. */
export async function spendRecoveryCode(
  db: Database,
  userId: string,
  codeHashes: readonly string[],
): Promise<boolean> {
  const spent = await db
    .delete(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), inArray(recoveryCodes.codeHash, [...codeHashes])))
    .returning({ userId: recoveryCodes.userId });
  return spent.length === 1;
}

export async function replaceRecoveryCodes(
  tx: Database,
  userId: string,
  codeHashes: readonly string[],
): Promise<void> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await tx.insert(recoveryCodes).values(codeHashes.map((codeHash) => ({ userId, codeHash })));
}

/** Signing in takes only the password again. */
export async function removeSecondFactor(tx: Database, userId: string): Promise<void> {
  await tx.delete(secondFactors).where(eq(secondFactors.userId, userId));
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await tx.update(users).set({ hasSecondFactor: false }).where(eq(users.id, userId));
}
