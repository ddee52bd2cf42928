import type { Notification } from '@amasin/domain/notifications/notification.ts';
import type { NotificationRow } from './queries.ts';

/** Every field of a notification that leaves the server. */
export function presentNotification(row: NotificationRow): Notification {
  return {
    _id: row.id,
    title: row.title,
    message: row.message,
    isRead: row.isRead,
    createdAt: row.createdAt.toISOString(),
    link: row.link,
  };
}
