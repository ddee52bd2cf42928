import { z } from 'zod';
import { endpointsTagged } from '../contract/endpoint.ts';
import { idParams, paging, total } from '../contract/paging.ts';
import { anySignedIn } from '../contract/user-type.ts';
import { notification } from './notification.ts';
import { pushSubscription } from './push.ts';

const endpoint = endpointsTagged('Notifications');

export const notificationEndpoints = {
  listNotifications: endpoint('GET', '/notifications', {
    summary: 'Mes notifications, les plus récentes d’abord',
    allow: anySignedIn,
    query: z.object(paging),
    responses: { 200: z.object({ notifications: z.array(notification), total, unread: z.int() }) },
  }),
  readNotification: endpoint('POST', '/notifications/{id}/read', {
    summary: 'Marquer une notification comme lue',
    allow: anySignedIn,
    params: idParams,
    responses: { 204: null },
  }),
  readAllNotifications: endpoint('POST', '/notifications/read-all', {
    summary: 'Tout marquer comme lu',
    allow: anySignedIn,
    responses: { 204: null },
  }),
};

export const pushEndpoints = {
  readPushKey: endpoint('GET', '/push/key', {
    summary: 'La clé publique des alertes ; nulle quand le serveur n’en envoie pas',
    allow: anySignedIn,
    responses: { 200: z.object({ key: z.string().nullable() }) },
  }),
  subscribePush: endpoint('POST', '/push/subscriptions', {
    summary: 'Recevoir les alertes sur cet appareil, jusqu’à la déconnexion',
    allow: anySignedIn,
    body: pushSubscription,
    responses: { 204: null },
  }),
  unsubscribePush: endpoint('DELETE', '/push/subscriptions', {
    summary: 'Ne plus recevoir les alertes sur cet appareil',
    allow: anySignedIn,
    responses: { 204: null },
  }),
};
