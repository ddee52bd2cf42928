import type { Notification } from '@amasin/domain/notifications/notification.ts';

/** An unread notification, with changes. */
export function aNotification(changes: Partial<Notification> = {}): Notification {
  return {
    _id: '0198a000-0000-7000-8000-0000000000d1',
    title: 'Commande payée',
    message: 'Votre commande CMD-000041 est payée.',
    isRead: false,
    createdAt: new Date().toISOString(),
    link: null,
    earlier: [],
    ...changes,
  };
}

/** This number of notifications, newest first. */
export function someNotifications(count: number, changes: Partial<Notification> = {}): Notification[] {
  return Array.from({ length: count }, (_, n) =>
    aNotification({
      _id: `0198a000-0000-7000-8000-${String(count - n).padStart(12, '0')}`,
      title: `Nouvelle ${count - n}`,
      ...changes,
    }),
  );
}

/** The response of GET /notifications for these. */
export function notificationsOf(...notifications: Notification[]) {
  const unread = notifications.filter(({ isRead }) => !isRead).length;
  return { notifications: notifications.slice(0, 10), total: notifications.length, unread };
}
