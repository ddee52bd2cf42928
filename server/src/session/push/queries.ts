import { and, desc, eq, inArray, ne } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import { pushSubscriptions } from '../../database/schema/session/push-subscriptions.ts';
import { sessions } from '../../database/schema/session/sessions.ts';

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
