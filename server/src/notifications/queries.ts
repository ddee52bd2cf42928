import type { UserType } from '@amasin/domain/contract/user-type.ts';
import { MAX_EARLIER } from '@amasin/domain/notifications/notification.ts';
import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { countSome, limitInText } from '../database/paging.ts';
import { notifications } from '../database/schema/notifications.ts';
import { pushSubscriptions, sessions } from '../database/schema/sessions.ts';
import { users } from '../database/schema/users.ts';
import { insertInto } from '../database/sql.ts';
import { onOneConnection, together } from '../database/transaction.ts';
import type { JobData } from '../ports/jobs.ts';

export type NotificationRow = typeof notifications.$inferSelect;
type NewNotification = typeof notifications.$inferInsert;

/** Rows per statement: they are one parameter, and one text in memory. */
const CHUNK = 5_000;

/** Puts the former sentence of the user's notification of an order before the earlier ones. */
const onSameOrder = sql`on conflict (order_id, user_id) do update set title = excluded.title, message = excluded.message,
  link = excluded.link, created_at = excluded.created_at, is_read = false, earlier = jsonb_path_query_array(
    jsonb_build_array(jsonb_build_object('title', notifications.title, 'message', notifications.message,
      'createdAt', notifications.created_at)) || notifications.earlier, ${sql.raw(`'$[0 to ${MAX_EARLIER - 1}]'`)})`;

/**
 * Inserts notifications. Where the user has one of the same order, the new sentence replaces its sentence, which is kept among the
 * earlier ones, and the notification is unread again.
 * @returns a push for each of them and each browser that its owner has subscribed and is signed in with
 */
export async function insertNotifications(
  db: Database,
  rows: readonly NewNotification[],
): Promise<JobData['send-push'][]> {
  const pushes: JobData['send-push'][] = [];
  for (const part of statementsOf(rows)) {
    // Named a second time, so that the browsers of these owners are read, not those of everybody.
    const owners = sql.param([...new Set(part.map(({ userId }) => userId))]);
    const found = await db.execute<{ [K in keyof JobData['send-push']]: string }>(sql`with stored as (
        ${insertInto(notifications, part)} ${onSameOrder} returning id, user_id, created_at)
      select stored.id as "notificationId", ${pushSubscriptions.id} as "subscriptionId" from stored
      join ${sessions} on ${sessions.userId} = stored.user_id and ${sessions.userId} = any(${owners}::uuid[])
        and ${sessions.expiresAt} > stored.created_at
      join ${pushSubscriptions} on ${pushSubscriptions.sessionHash} = ${sessions.tokenHash}
      order by ${pushSubscriptions.id}, stored.id`);
    pushes.push(...found.rows);
  }
  return pushes;
}

/** Splits rows into parts of at most CHUNK, each with an order once for each user: a statement cannot change a row twice. */
function* statementsOf(rows: readonly NewNotification[]) {
  let part: NewNotification[] = [];
  let keys = new Set<string>();
  for (const row of rows) {
    const key = `${row.orderId} ${row.userId}`;
    const repeated = typeof row.orderId === 'string' && keys.has(key);
    if (repeated || part.length === CHUNK) {
      yield part;
      part = [];
      keys = new Set();
    }
    keys.add(key);
    part.push(row);
  }
  if (part.length > 0) yield part;
}

/** The active users of these types, for a notification to a role. */
export async function findUserIdsOfType(db: Database, types: readonly UserType[]): Promise<string[]> {
  if (types.length === 0) return [];
  const rows = await db
    .select({ id: users.id })
    .from(users)
    // The types are in the text: with parameters, PostgreSQL plans every call anew.
    .where(and(sql`${users.type} in (${sql.raw(types.map((type) => `'${type}'`).join(', '))})`, users.active))
    .orderBy(users.id);
  return rows.map((row) => row.id);
}

/** These notifications, oldest first. */
export function findNotifications(db: Database, ids: readonly string[]): Promise<NotificationRow[]> {
  // The id orders rows of one transaction; version 7 is monotonic.
  return db
    .select()
    .from(notifications)
    .where(inArray(notifications.id, [...ids]))
    .orderBy(notifications.createdAt, notifications.id);
}

export interface NotificationPage {
  readonly rows: NotificationRow[];
  readonly total: number;
  readonly unread: number;
}

/** One page of a user's notifications, newest first, and how many there are and are unread, counted up to MAX_COUNTED. */
export async function findNotificationsOf(
  db: Database,
  userId: string,
  { page, limit }: { page: number; limit: number },
): Promise<NotificationPage> {
  const mine = eq(notifications.userId, userId);
  // The condition is written as in the index of the unread ones: with a parameter, PostgreSQL could not use it.
  const unread = and(mine, sql`not ${notifications.isRead}`);
  const [rows, total, unreadCount] = await onOneConnection(db, (one) =>
    together(
      readPage(one, mine, { page, limit }),
      countSome(one, sql`select from ${notifications} where ${mine}`),
      countSome(one, sql`select from ${notifications} where ${unread}`),
    ),
  );
  return { rows: rows.slice(0, limit), total, unread: unreadCount };
}

async function readPage(
  db: Database,
  where: SQL,
  { page, limit }: { page: number; limit: number },
): Promise<NotificationRow[]> {
  return (
    db
      .select()
      .from(notifications)
      .where(where)
      // The id orders rows of one transaction; version 7 is monotonic.
      .orderBy(desc(notifications.createdAt), desc(notifications.id))
      .limit(limitInText(limit))
      .offset((page - 1) * limit)
  );
}

/**
 * Marks one as read.
 * @returns false when this user has no notification with this id
 */
export async function markRead(db: Database, userId: string, id: string): Promise<boolean> {
  const marked = await db
    .update(notifications)
    .set({ isRead: true })
    .where(and(eq(notifications.id, id), eq(notifications.userId, userId)))
    .returning({ id: notifications.id });
  return marked.length > 0;
}

export async function markAllRead(db: Database, userId: string): Promise<void> {
  await db
    .update(notifications)
    .set({ isRead: true })
    .where(and(eq(notifications.userId, userId), eq(notifications.isRead, false)));
}
