import { sessionEndpoints } from '@amasin/domain/session/endpoints.ts';
import { useState } from 'react';
import { ApiError, messageOf } from '../../lib/api/api-error.ts';
import { call } from '../../lib/api/call.ts';
import { readDevice } from '../known-device.ts';
import { withProof } from '../with-proof.ts';
import type { CodeAsked } from './recovery-state.ts';
import { useCaptcha } from './use-captcha.ts';

/** Why no code was sent, what to do, and whether the phone number is at fault. */
export type Problem = { title: string; advice?: string; field?: 'phone' };

const NO_CAPTCHA: Problem = {
  title: 'reCAPTCHA non initialisé',
  advice: 'Vérifiez votre connexion, puis réessayez.',
};
const FALLBACK = "Erreur lors de l'envoi du code OTP";

/** Requests a code by SMS, each time with a new captcha. */
export function useRequestCode() {
  const captcha = useCaptcha();
  const [problem, setProblem] = useState<Problem | null>(null);

  /** @param former the request whose code the new one replaces */
  const request = async (phone: string, former?: string): Promise<CodeAsked | null> => {
    setProblem(null);
    const proof = await captcha.take().catch(() => null);
    if (proof === null) {
      setProblem(NO_CAPTCHA);
      return null;
    }
    try {
      const device = readDevice();
      const known = {
        ...(device !== undefined && { device }),
        ...(former !== undefined && { request: former }),
      };
      const answer = await withProof((more) =>
        call(sessionEndpoints.requestOtp, { body: { phone, captcha: more ?? proof, ...known } }),
      );
      const { resendIn, request } = answer;
      return { phone, request, resendAt: Date.now() + resendIn * 1000 };
    } catch (error) {
      const message = error instanceof ApiError ? error.fields.phone : undefined;
      setProblem(
        message === undefined ? { title: messageOf(error, FALLBACK) } : { title: message, field: 'phone' },
      );
      return null;
    }
  };

  return { request, problem, prepare: captcha.prepare };
}
