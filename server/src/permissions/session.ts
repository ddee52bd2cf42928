import type { sessionEndpoints } from '@amasin/domain/session/endpoints.ts';
import { eq } from 'drizzle-orm';
import { buildUser } from '../builders/user.ts';
import { codes, sessions } from '../database/schema/sessions.ts';
import { users } from '../database/schema/users.ts';
import { hasConsent, insertConsent } from '../people/consent-queries.ts';
import { codeAt } from '../session/code-at.fixture.ts';
import { subjectOf } from '../session/limits.ts';
import { offerSecret } from '../session/queries.ts';
import { newSecret, sealSecret } from '../session/second-factor.ts';
import { solveCaptcha } from '../session/solve-captcha.fixture.ts';
import { newToken, tokenHash } from '../session/tokens.ts';
import type { ScenariosOf } from './scenario.ts';
import { buildPartners } from './users.ts';
import { detailsOf, PASSWORD, type World } from './world.ts';

export const sessionScenarios: ScenariosOf<typeof sessionEndpoints> = {
  login: {
    legal: async ({ server, passwordHash }) => {
      const { phone } = await buildUser(server.db, {
        ...detailsOf('customer'),
        type: 'customer',
        passwordHash,
      });
      return { body: { identifier: phone, password: PASSWORD } };
    },
  },
  adminLogin: {
    legal: async ({ server, passwordHash }) => {
      const { email } = await buildUser(server.db, { type: 'agent', passwordHash });
      return { body: { email, password: PASSWORD } };
    },
    more: async (world) => {
      const rows = await buildPartners(world, { passwordHash: world.passwordHash });
      return rows.map(({ email }) => ({ body: { email, password: PASSWORD } }));
    },
  },
  register: {
    legal: (world) => {
      const phone = world.newPhone();
      const email = `client${phone.slice(1)}@exemple.bj`;
      return { body: { name: 'Rosine Agossou', phone, email, address: 'Akpakpa', password: PASSWORD } };
    },
  },
  me: {
    legal: () => ({}),
    more: async ({ server }, { id: userId, type }) => {
      const isGiven = type !== 'customer' || (await hasConsent(server.db, userId, 'health'));
      if (!isGiven)
        await insertConsent(server.db, { userId, purpose: 'health', givenAt: server.clock.now() });
      return [{}];
    },
  },
  logout: { legal: () => ({}) },
  captcha: { legal: () => ({}) },
  requestOtp: {
    legal: async ({ server }) => {
      const { phone } = await buildUser(server.db, { type: 'customer' });
      return { body: { phone: phone ?? '', captcha: await solveCaptcha(server) } };
    },
  },
  verifyOtp: { legal: async (world) => ({ body: await askForCode(world) }) },
  resetPassword: {
    legal: async (world) => {
      const { phone, ...asked } = await askForCode(world);
      const { body } = await world.server.call(null, 'POST', '/auth/verify-otp', { phone, ...asked });
      return { body: { phone, resetToken: body.resetToken, password: PASSWORD } };
    },
  },
  provePhone: {
    legal: async ({ server }, { phone }) => {
      const resetToken = newToken();
      await server.db.insert(codes).values({
        requestHash: tokenHash(newToken()),
        subject: subjectOf('code', phone ?? ''),
        attemptsLeft: 5,
        tokenHash: tokenHash(resetToken),
        expiresAt: new Date(server.clock.now().getTime() + 60_000),
      });
      return { body: { resetToken } };
    },
  },
  changePassword: {
    legal: async ({ server, passwordHash }, { id }) => {
      await server.db.update(users).set({ passwordHash }).where(eq(users.id, id));
      return { body: { currentPassword: PASSWORD, password: PASSWORD } };
    },
  },
  startSecondFactor: {
    legal: async ({ server, passwordHash }, { id }) => {
      await server.db.update(users).set({ passwordHash, hasSecondFactor: false }).where(eq(users.id, id));
      return { body: { currentPassword: PASSWORD } };
    },
  },
  confirmSecondFactor: {
    legal: async ({ server }, { id }) => {
      const secret = await newSecret();
      const offered = sealSecret(secret, server.ctx.linkSecrets[0]);
      await offerSecret(server.db, id, { offered, offeredAt: server.clock.now() });
      return { body: { code: codeAt(secret, server.clock.now()) } };
    },
  },
  listSessions: {
    legal: () => ({}),
    scope: async ({ server }, caller) => {
      await server.session(caller);
      return {
        input: {},
        read: ({ sessions }) => sessions.map(({ current }: { current: boolean }) => current),
        expected: [true, false],
      };
    },
    rows: async ({ server }, caller) => {
      const { token } = await server.session(caller);
      const device = 'Chrome sur Android';
      await server.db
        .update(sessions)
        .set({ device })
        .where(eq(sessions.tokenHash, tokenHash(token)));
    },
  },
  endOneSession: {
    legal: async ({ server }, caller) => {
      const { token } = await server.session(caller);
      return { params: { id: await sessionId(server.db, token) } };
    },
  },
  endOtherSessions: { legal: () => ({}) },
};

async function sessionId(db: World['server']['db'], token: string): Promise<string> {
  const [row] = await db
    .select()
    .from(sessions)
    .where(eq(sessions.tokenHash, tokenHash(token)));
  return row?.id ?? '';
}

/** A customer's phone (a new customer's unless known), the request of a code and the code sent. */
async function askForCode({ server }: World): Promise<{ phone: string; code: string; request: string }> {
  const { phone } = await buildUser(server.db, { type: 'customer' });
  if (phone === null) throw new Error('a customer has a phone');
  const captcha = await solveCaptcha(server);
  const { body } = await server.call(null, 'POST', '/auth/request-otp', { phone, captcha });
  const message = (await server.messages()).find(({ to }) => to === phone);
  return { phone, code: /\d{6}/.exec(message?.text ?? '')?.[0] ?? '', request: body.request };
}
