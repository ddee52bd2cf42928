import { buildUser } from '../../builders/user.ts';
import type { UserRow } from '../../database/schema/users.ts';
import type { Seen, TestApp } from '../../testing/test-app.ts';
import { hashPassword } from '../passwords.ts';
import { subjectOf } from '../rate-limits/count-attempt.ts';
import { solveCaptcha } from './solve-captcha.fixture.ts';

/** What whoever has not the right code reads. */
export const WRONG_CODE = {
  status: 400,
  body: { success: false, code: 'WRONG_CODE', message: 'Code incorrect ou expiré' },
};
/** What whoever has not the right token reads. */
export const NOT_VERIFIED = {
  status: 403,
  body: {
    success: false,
    code: 'PHONE_NOT_VERIFIED',
    message: "Veuillez d'abord vérifier votre numéro de téléphone",
  },
};

export interface Recovery {
  /** A customer whose password is « oublié ». */
  customer(): Promise<UserRow & { phone: string }>;
  /** Asks for a code, its captcha solved unless one is given. */
  request(phone: string, remoteAddress?: string, captcha?: string): Promise<Seen>;
  /** The code that stands in the latest message on this telephone. */
  codeOn(phone: string): Promise<string>;
  verify(phone: string, code: unknown): Promise<Seen>;
  reset(phone: string, resetToken: unknown, password: string): Promise<Seen>;
  /** All the way to the right to choose a password. */
  tokenOf(phone: string): Promise<string>;
  /** Under what name the tables know a telephone. */
  subjectOf(phone: string): string;
  /** How a log-in of a customer is answered: its HTTP status. */
  login(phone: string, password: string): Promise<number>;
}

/** The three calls of somebody who forgot their password. */
export function recoveryOf(server: TestApp): Recovery {
  const passwordHash = hashPassword('oublié');
  const recovery: Recovery = {
    customer: async () => {
      const row = await buildUser(server.db, { type: 'customer', passwordHash: await passwordHash });
      return { ...row, phone: row.phone ?? '' };
    },
    request: async (phone, remoteAddress = '127.0.0.1', captcha) => {
      const answer = await server.app.inject({
        method: 'POST',
        url: '/api/auth/request-otp',
        payload: { phone, captcha: captcha ?? (await solveCaptcha(server)) },
        remoteAddress,
      });
      return { status: answer.statusCode, body: answer.json(), headers: answer.headers };
    },
    codeOn: async (phone) => {
      const message = (await server.messages()).find(({ to }) => to === phone);
      return /\b\d{6}\b/.exec(message?.text ?? '')?.[0] ?? `no code on ${phone}`;
    },
    verify: (phone, code) => server.call(null, 'POST', '/auth/verify-otp', { phone, code }),
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
