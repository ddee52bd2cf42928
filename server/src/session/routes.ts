import { sessionEndpoints } from '@amasin/domain/session/endpoints.ts';
import { created, type HandlersOf, handler, noContent, ok } from '../http/handlers.ts';
import { endSession } from './end-session.ts';
import { loginCustomer } from './login-customer.ts';
import { loginProfessional } from './login-professional.ts';
import { readMe } from './read-me.ts';
import { registerCustomer } from './register-customer.ts';

export const sessionHandlers: HandlersOf<typeof sessionEndpoints> = {
  login: handler(sessionEndpoints.login, {
    handle: async (ctx, { body }) => ok(await loginCustomer(ctx, body)),
  }),
  adminLogin: handler(sessionEndpoints.adminLogin, {
    handle: async (ctx, { body }) => ok(await loginProfessional(ctx, body)),
  }),
  register: handler(sessionEndpoints.register, {
    handle: async (ctx, { body }) => created({ user: await registerCustomer(ctx, body) }),
  }),
  me: handler(sessionEndpoints.me, { handle: async (ctx) => ok({ user: await readMe(ctx) }) }),
  logout: handler(sessionEndpoints.logout, {
    handle: async (ctx, _input, _thing, call) => {
      await endSession(ctx, call.token);
      return noContent();
    },
  }),
};
