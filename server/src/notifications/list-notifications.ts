import type { Notification } from '@amasin/domain/notifications/notification.ts';
import type { Ctx } from '../ctx.ts';
import { presentNotification } from './present.ts';
import { findNotificationsOf } from './queries.ts';

/** A page of the caller's notifications, newest first, with how many are unread in all. */
export async function listNotifications(
  ctx: Ctx,
  page: { page: number; limit: number },
): Promise<{ notifications: Notification[]; total: number; unread: number }> {
  const { rows, total, unread } = await findNotificationsOf(ctx.db, ctx.actor._id, page);
  return { notifications: rows.map(presentNotification), total, unread };
}
