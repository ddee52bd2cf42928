import { and, eq, gt } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { notifications } from '../database/schema/notifications.ts';
import { pushSubscriptions, sessions } from '../database/schema/sessions.ts';
import { users } from '../database/schema/users.ts';
import type { JobData } from '../ports/jobs.ts';

/** An unread, recent notification and where to send it; null when its owner is no longer signed in there. */
export async function findPush(
  db: Database,
  { notificationId, subscriptionId }: JobData['send-push'],
  { now, since }: { readonly now: Date; readonly since: Date },
) {
  const [row] = await db
    .select({
      id: notifications.id,
      title: notifications.title,
      link: notifications.link,
      endpoint: pushSubscriptions.endpoint,
      p256dh: pushSubscriptions.p256dh,
      auth: pushSubscriptions.auth,
    })
    .from(notifications)
    .innerJoin(sessions, eq(sessions.userId, notifications.userId))
    .innerJoin(pushSubscriptions, eq(pushSubscriptions.sessionHash, sessions.tokenHash))
    .innerJoin(users, eq(users.id, notifications.userId))
    .where(
      and(
        eq(notifications.id, notificationId),
        eq(pushSubscriptions.id, subscriptionId),
        eq(notifications.isRead, false),
        gt(notifications.createdAt, since),
        gt(sessions.expiresAt, now),
        users.active,
      ),
    );
  return row ?? null;
}

export async function deleteSubscription(db: Database, id: string): Promise<void> {
  await db.delete(pushSubscriptions).where(eq(pushSubscriptions.id, id));
}
