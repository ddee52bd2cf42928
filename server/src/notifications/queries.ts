import type { UserType } from '@amasin/domain/users/user-type.ts';
import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { countSome } from '../database/lists/paging.ts';
import { notifications } from '../database/schema/notifications.ts';
import { users } from '../database/schema/users.ts';

export type NotificationRow = typeof notifications.$inferSelect;

/** Rows per statement: at seven columns, below PostgreSQL's limit of 65,535 parameters. */
const CHUNK = 5_000;

export async function insertNotifications(
  db: Database,
  rows: readonly (typeof notifications.$inferInsert)[],
): Promise<void> {
  for (let start = 0; start < rows.length; start += CHUNK) {
    await db.insert(notifications).values(rows.slice(start, start + CHUNK));
  }
}

/** The active users of these types, for a notification to a role. */
export async function findUserIdsOfType(db: Database, types: readonly UserType[]): Promise<string[]> {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(and(inArray(users.type, [...types]), eq(users.active, true)))
    .orderBy(users.id);
  return rows.map((row) => row.id);
}

/** These notifications, oldest first. */
export function findNotifications(db: Database, ids: readonly string[]): Promise<NotificationRow[]> {
  // Version 7 ids are monotonic.
  return db
    .select()
    .from(notifications)
    .where(inArray(notifications.id, [...ids]))
    .orderBy(notifications.id);
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
  const unread = and(mine, eq(notifications.isRead, false));
  const [rows, total, fresh] = await Promise.all([
    db
      .select()
      .from(notifications)
      .where(mine)
      // The id orders rows of one transaction; version 7 is monotonic.
      .orderBy(desc(notifications.createdAt), desc(notifications.id))
      .limit(limit)
      .offset((page - 1) * limit),
    countSome(db, sql`select from ${notifications} where ${mine}`),
    countSome(db, sql`select from ${notifications} where ${unread}`),
  ]);
  return { rows, total, unread: fresh };
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
