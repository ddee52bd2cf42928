import { userEndpoints } from '@amasin/domain/users/endpoints.ts';
import { type HandlersOf, handler, ok } from '../http/handlers.ts';
import { listUsersOfType } from './list-users-of-type.ts';
import { updateOwnDetails } from './update-own-details.ts';

export const userHandlers: HandlersOf<typeof userEndpoints> = {
  listUsersOfType: handler(userEndpoints.listUsersOfType, {
    handle: async (ctx, { params, query }) => ok(await listUsersOfType(ctx, params.type, query)),
  }),
  updateOwnDetails: handler(userEndpoints.updateOwnDetails, {
    handle: async (ctx, { body }, _thing, call) =>
      ok({ user: await updateOwnDetails(ctx, body, call.token) }),
  }),
};
