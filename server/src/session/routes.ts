import { pushEndpoints } from '@amasin/domain/notifications/endpoints.ts';
import { sessionEndpoints } from '@amasin/domain/session/endpoints.ts';
import { created, type HandlersOf, handler, noContent, ok } from '../routing/handlers.ts';
import { newChallenge } from './captcha.ts';
import { provePhone, requestCode, resetPassword, verifyCode } from './codes.ts';
import {
  changeOwnPassword,
  deviceOf,
  endOtherSessions,
  endOwnSession,
  listOwnSessions,
  loadOwnSession,
} from './own.ts';
import { subscribe, unsubscribe } from './push.ts';
import { registerCustomer } from './register.ts';
import { confirmSecondFactor, startSecondFactor } from './second-factor.ts';
import { endSession, readMe, signInCustomer, signInProfessional } from './sign-in.ts';

export const sessionHandlers: HandlersOf<typeof sessionEndpoints> = {
  login: handler(sessionEndpoints.login, {
    handle: async (ctx, { body }, _resource, { headers }) =>
      ok(await signInCustomer(ctx, body, deviceOf(headers['user-agent']))),
  }),
  adminLogin: handler(sessionEndpoints.adminLogin, {
    handle: async (ctx, { body }, _resource, { headers }) =>
      ok(await signInProfessional(ctx, body, deviceOf(headers['user-agent']))),
  }),
  register: handler(sessionEndpoints.register, {
    handle: async (ctx, { body }) => created({ user: await registerCustomer(ctx, body) }),
  }),
  me: handler(sessionEndpoints.me, { handle: async (ctx) => ok({ user: await readMe(ctx) }) }),
  logout: handler(sessionEndpoints.logout, {
    handle: async (ctx, _input, _resource, call) => {
      await endSession(ctx, call.token);
      return noContent();
    },
  }),
  captcha: handler(sessionEndpoints.captcha, {
    limit: 'publicSearchesPerMinute',
    handle: async (ctx) => {
      const firebase = ctx.phoneVerifier?.project;
      return ok({ challenge: await newChallenge(ctx), ...(firebase && { firebase }) });
    },
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
  provePhone: handler(sessionEndpoints.provePhone, {
    handle: async (ctx, { body }) => {
      await provePhone(ctx, body.resetToken);
      return noContent();
    },
  }),
  changePassword: handler(sessionEndpoints.changePassword, {
    handle: async (ctx, { body }, _resource, call) => {
      await changeOwnPassword(ctx, body, call.token);
      return noContent();
    },
  }),
  startSecondFactor: handler(sessionEndpoints.startSecondFactor, {
    handle: async (ctx, { body }) => ok(await startSecondFactor(ctx, body)),
  }),
  confirmSecondFactor: handler(sessionEndpoints.confirmSecondFactor, {
    handle: async (ctx, { body }, _resource, call) =>
      ok({ recoveryCodes: await confirmSecondFactor(ctx, body.code, call.token) }),
  }),
  listSessions: handler(sessionEndpoints.listSessions, {
    handle: async (ctx, _input, _resource, call) => ok({ sessions: await listOwnSessions(ctx, call.token) }),
  }),
  endOneSession: handler(sessionEndpoints.endOneSession, {
    load: (ctx, { id }) => loadOwnSession(ctx, id),
    handle: async (ctx, _input, id) => {
      await endOwnSession(ctx, id);
      return noContent();
    },
  }),
  endOtherSessions: handler(sessionEndpoints.endOtherSessions, {
    handle: async (ctx, _input, _resource, call) => {
      await endOtherSessions(ctx, call.token);
      return noContent();
    },
  }),
};

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
