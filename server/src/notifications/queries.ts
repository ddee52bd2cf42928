import { MAX_EARLIER } from '@amasin/domain/notifications/notification.ts';
import type { UserType } from '@amasin/domain/users/user-type.ts';
import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { countSome, limitInText } from '../database/paging.ts';
import { notifications } from '../database/schema/notifications.ts';
import { users } from '../database/schema/users.ts';
import { preparedInsert } from '../database/sql.ts';
import { onOneConnection, together } from '../database/transaction.ts';

export type NotificationRow = typeof notifications.$inferSelect;
type NewNotification = typeof notifications.$inferInsert;

/** Rows per statement: at nine columns, below PostgreSQL's limit of 65,535 parameters. */
const CHUNK = 5_000;

const insertRows = preparedInsert(notifications, (insert) =>
  insert
    .onConflictDoUpdate({
      target: [notifications.orderId, notifications.userId],
      set: {
        title: sql`excluded.title`,
        message: sql`excluded.message`,
        link: sql`excluded.link`,
        createdAt: sql`excluded.created_at`,
        isRead: false,
        earlier: sql`jsonb_path_query_array(jsonb_build_array(jsonb_build_object(
          'title', ${notifications.title}, 'message', ${notifications.message},
          'createdAt', ${notifications.createdAt})) || ${notifications.earlier}, ${`$[0 to ${MAX_EARLIER - 1}]`}::jsonpath)`,
      },
    })
    .returning({ id: notifications.id }),
);

/**
 * Inserts notifications. What is said of an order again becomes the newest sentence of the user's notification of it, which
 * is unread again.
 * @returns the id that each row has, in their order
 */
export async function insertNotifications(db: Database, rows: readonly NewNotification[]): Promise<string[]> {
  const ids: string[] = [];
  for (const part of statementsOf(rows)) {
    const stored = await insertRows(db, part);
    ids.push(...stored.map(({ id }) => id));
  }
  return ids;
}

/** At most CHUNK rows each, and an order once for each user: a statement cannot change a row twice. */
function* statementsOf(rows: readonly NewNotification[]) {
  let part: NewNotification[] = [];
  let seen = new Set<string>();
  for (const row of rows) {
    const key = `${row.orderId} ${row.userId}`;
    const repeated = typeof row.orderId === 'string' && seen.has(key);
    if (repeated || part.length === CHUNK) {
      yield part;
      part = [];
      seen = new Set();
    }
    seen.add(key);
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
  // As the index of the unread ones says it: a plan for any value of a parameter could not use it.
  const unread = and(mine, sql`not ${notifications.isRead}`);
  const [rows, total, fresh] = await onOneConnection(db, (one) =>
    together(
      readPage(one, mine, { page, limit }),
      countSome(one, sql`select from ${notifications} where ${mine}`),
      countSome(one, sql`select from ${notifications} where ${unread}`),
    ),
  );
  return { rows: rows.slice(0, limit), total, unread: fresh };
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
