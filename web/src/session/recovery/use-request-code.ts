import { sessionEndpoints } from '@amasin/domain/session/endpoints.ts';
import type { FirebaseProject } from '@amasin/domain/session/recovery.ts';
import { useCallback, useRef, useState } from 'react';
import { ApiError, messageOf } from '../../lib/api/api-error.ts';
import { call } from '../../lib/api/call.ts';
import { readDevice } from '../known-device.ts';
import { withProof } from '../with-proof.ts';
import type { CodeSender } from './firebase/kit.ts';
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
  const [sentByGoogle, setSentByGoogle] = useState(false);
  // Our server has accepted the request, and Firebase has not sent the code.
  const unsent = useRef<CodeAsked | null>(null);

  const { prepare: prepareCaptcha } = captcha;
  const prepare = useCallback(() => {
    prepareCaptcha()
      .captcha.then(({ firebase }) => setSentByGoogle(firebase !== undefined))
      .catch(() => null);
  }, [prepareCaptcha]);

  /** @param former the request whose code the new one replaces */
  const request = async (phone: string, former?: string): Promise<CodeAsked | null> => {
    setProblem(null);
    const ready = await captcha
      .take()
      .then(async ({ proof, firebase: project }) => ({ proof, project, sender: await senderOf(project) }))
      .catch(() => null);
    if (ready === null) {
      setProblem(NO_CAPTCHA);
      return null;
    }
    const { proof, project, sender } = ready;
    try {
      const asked = stillWaiting(unsent.current, phone) ?? (await askServer(phone, proof, former));
      if (sender === null || project === undefined) return asked;
      unsent.current = asked;
      const verificationId = await sender.send(phone);
      unsent.current = null;
      return { ...asked, firebase: { project, verificationId } };
    } catch (error) {
      const message = error instanceof ApiError ? error.fields.phone : undefined;
      setProblem(
        message === undefined ? { title: messageOf(error, FALLBACK) } : { title: message, field: 'phone' },
      );
      return null;
    } finally {
      sender?.close();
    }
  };

  return { request, problem, prepare, sentByGoogle };
}

/** This request, while our server would refuse another one for the same number. */
const stillWaiting = (asked: CodeAsked | null, phone: string) =>
  asked?.phone === phone && Date.now() < asked.resendAt ? asked : null;

/** The kit is loaded before our server counts the request: on a slow network it may fail. */
async function senderOf(project: FirebaseProject | undefined): Promise<CodeSender | null> {
  if (project === undefined) return null;
  const { openSender } = await import('./firebase/kit.ts');
  return openSender(project);
}

async function askServer(phone: string, proof: string, former: string | undefined): Promise<CodeAsked> {
  const device = readDevice();
  const known = {
    ...(device !== undefined && { device }),
    ...(former !== undefined && { request: former }),
  };
  const { resendIn, request } = await withProof((more) =>
    call(sessionEndpoints.requestOtp, { body: { phone, captcha: more ?? proof, ...known } }),
  );
  return { phone, request, resendAt: Date.now() + resendIn * 1000 };
}
