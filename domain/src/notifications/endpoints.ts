import { z } from 'zod';
import { endpoint } from '../contract/endpoint.ts';
import { idParams, paging, total } from '../contract/paging.ts';
import { anySignedIn } from '../users/user-type.ts';
import { notification } from './notification.ts';

const tag = 'Notifications';

export const notificationEndpoints = {
  listNotifications: endpoint({
    method: 'GET',
    path: '/notifications',
    tag,
    summary: 'Mes notifications, les plus récentes d’abord',
    allow: anySignedIn,
    query: z.object(paging),
    responses: { 200: z.object({ notifications: z.array(notification), total, unread: z.int() }) },
  }),
  readNotification: endpoint({
    method: 'POST',
    path: '/notifications/{id}/read',
    tag,
    summary: 'Marquer une notification comme lue',
    allow: anySignedIn,
    params: idParams,
    responses: { 204: null },
  }),
  readAllNotifications: endpoint({
    method: 'POST',
    path: '/notifications/read-all',
    tag,
    summary: 'Tout marquer comme lu',
    allow: anySignedIn,
    responses: { 204: null },
  }),
};
