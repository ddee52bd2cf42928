import type { Notification } from '@amasin/domain/notifications/notification.ts';
import type { Ctx } from '../ctx.ts';
import { Refusal } from '../refusal.ts';
import { findNotificationsOf, markAllRead, markRead, type NotificationRow } from './queries.ts';

/** A page of the caller's notifications, newest first, with the number of unread ones. */
export async function listNotifications(
  ctx: Ctx,
  page: { page: number; limit: number },
): Promise<{ notifications: Notification[]; total: number; unread: number }> {
  const { rows, total, unread } = await findNotificationsOf(ctx.db, ctx.actor._id, page);
  return { notifications: rows.map(presentNotification), total, unread };
}

/** Marks one of the caller's notifications as read. Idempotent. @throws 404 NOT_FOUND for any other id */
export async function readNotification(ctx: Ctx, id: string): Promise<void> {
  if (!(await markRead(ctx.db, ctx.actor._id, id))) throw new Refusal('NOT_FOUND');
}

/** Marks all of the caller's notifications as read. */
export async function readAllNotifications(ctx: Ctx): Promise<void> {
  await markAllRead(ctx.db, ctx.actor._id);
}

/** Presents every field of a notification that leaves the server. */
export function presentNotification(row: NotificationRow): Notification {
  return {
    _id: row.id,
    title: row.title,
    message: row.message,
    isRead: row.isRead,
    createdAt: row.createdAt.toISOString(),
    link: row.link,
    earlier: row.earlier.map(({ title, message, createdAt }) => ({
      title,
      message,
      createdAt: new Date(createdAt).toISOString(),
    })),
  };
}
