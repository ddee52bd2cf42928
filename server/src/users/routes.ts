import { userEndpoints } from '@amasin/domain/users/endpoints.ts';
import { type HandlersOf, handler, ok } from '../http/handlers.ts';
import { listUsersOfType } from './list-users-of-type.ts';

export const userHandlers: HandlersOf<typeof userEndpoints> = {
  listUsersOfType: handler(userEndpoints.listUsersOfType, {
    handle: async (ctx, { params, query }) => ok(await listUsersOfType(ctx, params.type, query)),
  }),
};
