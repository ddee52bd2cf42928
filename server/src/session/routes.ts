import { sessionEndpoints } from '@amasin/domain/session/endpoints.ts';
import { created, type HandlersOf, handler, noContent, ok } from '../routing/handlers.ts';
import { newChallenge } from './codes/captcha.ts';
import { requestCode } from './codes/request-code.ts';
import { resetPassword } from './codes/reset-password.ts';
import { verifyCode } from './codes/verify-code.ts';
import { admitHashing } from './rate-limits/limit-sign-ins.ts';
import { registerCustomer } from './register-customer.ts';
import { endSession, readMe, signInCustomer, signInProfessional } from './sign-in.ts';

export const sessionHandlers: HandlersOf<typeof sessionEndpoints> = {
  login: handler(sessionEndpoints.login, {
    handle: async (ctx, { body }) => ok(await signInCustomer(ctx, body)),
  }),
  adminLogin: handler(sessionEndpoints.adminLogin, {
    handle: async (ctx, { body }) => ok(await signInProfessional(ctx, body)),
  }),
  register: handler(sessionEndpoints.register, {
    handle: async (ctx, { body }) => created({ user: await admitHashing(() => registerCustomer(ctx, body)) }),
  }),
  me: handler(sessionEndpoints.me, { handle: async (ctx) => ok({ user: await readMe(ctx) }) }),
  logout: handler(sessionEndpoints.logout, {
    handle: async (ctx, _input, _resource, call) => {
      await endSession(ctx, call.token);
      return noContent();
    },
  }),
  captcha: handler(sessionEndpoints.captcha, {
    handle: async (ctx) => ok({ challenge: await newChallenge(ctx) }),
  }),
  requestOtp: handler(sessionEndpoints.requestOtp, {
    handle: async (ctx, { body }) => ok(await requestCode(ctx, body)),
  }),
  verifyOtp: handler(sessionEndpoints.verifyOtp, {
    handle: async (ctx, { body }) => ok(await verifyCode(ctx, body)),
  }),
  resetPassword: handler(sessionEndpoints.resetPassword, {
    handle: async (ctx, { body }) => ok(await resetPassword(ctx, body)),
  }),
};
