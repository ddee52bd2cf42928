import { buildUser } from '../builders/user.ts';
import type { UserRow } from '../database/schema/users.ts';
import { quickHash } from '../testing/quick-hash.ts';
import type { Seen, TestApp } from '../testing/test-app.ts';
import { subjectOf } from './limits.ts';
import { solveCaptcha } from './solve-captcha.fixture.ts';

export const WRONG_CODE = {
  status: 400,
  body: { success: false, code: 'WRONG_CODE', message: 'Code incorrect ou expiré' },
};
export const NOT_VERIFIED = {
  status: 403,
  body: {
    success: false,
    code: 'PHONE_NOT_VERIFIED',
    message: "Veuillez d'abord vérifier votre numéro de téléphone",
  },
};

export interface Recovery {
  /** A customer whose password is `oublié`. */
  customer(): Promise<UserRow & { phone: string }>;
  /** Requests a code, which replaces the former one; solves the captcha unless one is given. */
  request(phone: string, remoteAddress?: string, captcha?: string): Promise<Seen>;
  /** The code in the latest message to this phone. */
  codeOn(phone: string): Promise<string>;
  /** Verifies a code with the latest request for this phone. */
  verify(phone: string, code: unknown, more?: object): Promise<Seen>;
  reset(phone: string, resetToken: unknown, password: string): Promise<Seen>;
  /** Requests and verifies a code; returns the reset token. */
  tokenOf(phone: string): Promise<string>;
  /** The hash by which the tables store a phone. */
  subjectOf(phone: string): string;
  /** The HTTP status of a customer's sign-in. */
  login(phone: string, password: string): Promise<number>;
}

/** The three calls of the password reset. */
export function recoveryOf(server: TestApp): Recovery {
  const passwordHash = quickHash('oublié');
  const requests = new Map<string, string>();
  const recovery: Recovery = {
    customer: async () => {
      const row = await buildUser(server.db, { type: 'customer', passwordHash: await passwordHash });
      return { ...row, phone: row.phone ?? '' };
    },
    request: async (phone, remoteAddress = '127.0.0.1', captcha) => {
      const response = await server.app.inject({
        method: 'POST',
        url: '/api/auth/request-otp',
        payload: { phone, captcha: captcha ?? (await solveCaptcha(server)), request: requests.get(phone) },
        remoteAddress,
      });
      const body = response.json();
      if (body.success) requests.set(phone, body.request);
      return { status: response.statusCode, body, headers: response.headers };
    },
    codeOn: async (phone) => {
      const message = (await server.messages()).find(({ to }) => to === phone);
      return /\b\d{6}\b/.exec(message?.text ?? '')?.[0] ?? `no code on ${phone}`;
    },
    verify: (phone, code, more) =>
      server.call(null, 'POST', '/auth/verify-otp', { phone, code, request: requests.get(phone), ...more }),
    reset: (phone, resetToken, password) =>
      server.call(null, 'POST', '/auth/reset-password', { phone, resetToken, password }),
    tokenOf: async (phone) => {
      await recovery.request(phone);
      return (await recovery.verify(phone, await recovery.codeOn(phone))).body.resetToken;
    },
    subjectOf: (phone) => subjectOf('code', phone),
    login: async (phone, password) =>
      (await server.call(null, 'POST', '/auth/login', { identifier: phone, password })).status,
  };
  return recovery;
}
