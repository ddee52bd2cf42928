import { notificationEndpoints } from '@amasin/domain/notifications/endpoints.ts';
import { type HandlersOf, handler, noContent, ok } from '../routing/handlers.ts';
import { listNotifications, readAllNotifications, readNotification } from './inbox.ts';

export const notificationHandlers: HandlersOf<typeof notificationEndpoints> = {
  listNotifications: handler(notificationEndpoints.listNotifications, {
    handle: async (ctx, { query }) => ok(await listNotifications(ctx, query)),
  }),
  readNotification: handler(notificationEndpoints.readNotification, {
    handle: async (ctx, { params }) => {
      await readNotification(ctx, params.id);
      return noContent();
    },
  }),
  readAllNotifications: handler(notificationEndpoints.readAllNotifications, {
    handle: async (ctx) => {
      await readAllNotifications(ctx);
      return noContent();
    },
  }),
};
