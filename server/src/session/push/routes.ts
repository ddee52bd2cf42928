import { pushEndpoints } from '@amasin/domain/notifications/endpoints.ts';
import { type HandlersOf, handler, noContent, ok } from '../../routing/handlers.ts';
import { subscribe, unsubscribe } from './subscribe.ts';

export const pushHandlers: HandlersOf<typeof pushEndpoints> = {
  readPushKey: handler(pushEndpoints.readPushKey, {
    handle: async ({ push }) => ok({ key: push.publicKey }),
  }),
  subscribePush: handler(pushEndpoints.subscribePush, {
    handle: async (ctx, { body }, _resource, { token }) => {
      await subscribe(ctx, token ?? '', body);
      return noContent();
    },
  }),
  unsubscribePush: handler(pushEndpoints.unsubscribePush, {
    handle: async (ctx, _input, _resource, { token }) => {
      await unsubscribe(ctx, token ?? '');
      return noContent();
    },
  }),
};
