import { type RefusalCode, refusalMessage, refusals } from '@amasin/domain/contract/refusals.ts';
import type { FirebaseProject } from '@amasin/domain/session/recovery.ts';
import { INVALID_PHONE, normalizePhone } from '@amasin/domain/users/phone-number.ts';
import { initializeApp } from '@firebase/app';
import {
  initializeAuth,
  inMemoryPersistence,
  PhoneAuthProvider,
  RecaptchaVerifier,
  signInWithCredential,
  signInWithPhoneNumber,
  signOut,
} from '@firebase/auth';
import { ApiError } from '../lib/api-error.ts';

const codes: Readonly<Record<string, RefusalCode>> = {
  'auth/invalid-verification-code': 'WRONG_CODE',
  'auth/missing-verification-code': 'WRONG_CODE',
  'auth/code-expired': 'WRONG_CODE',
  'auth/invalid-verification-id': 'WRONG_CODE',
  'auth/missing-verification-id': 'WRONG_CODE',
  'auth/too-many-requests': 'TOO_MANY_TRIES',
  'auth/quota-exceeded': 'TOO_MANY_TRIES',
  'auth/captcha-check-failed': 'CAPTCHA_FAILED',
  'auth/invalid-app-credential': 'CAPTCHA_FAILED',
  'auth/missing-app-credential': 'CAPTCHA_FAILED',
};

/** The refusal of ours that says the same as this error of Firebase. */
export function refusalOf(error: unknown): ApiError {
  const given = (error as { code?: unknown } | null)?.code;
  if (given === 'auth/network-request-failed' || given === 'auth/timeout') return ApiError.network();
  if (given === 'auth/invalid-phone-number')
    return new ApiError(422, 'INVALID', INVALID_PHONE, { phone: INVALID_PHONE });
  const code = codes[String(given)] ?? 'UNAVAILABLE';
  return new ApiError(refusals[code].status, code, refusalMessage(code));
}

/** A reCAPTCHA that the person has closed answers nothing. */
const CAPTCHA_LIMIT_MS = 120_000;

/** Sends codes to phones; everything that it needs is loaded. */
export interface CodeSender {
  /** @throws ApiError; @returns what the code is confirmed with */
  send(phone: string): Promise<string>;
  close(): void;
}

/** The session of Firebase is kept nowhere: its only use is one token. */
function authOf(project: FirebaseProject) {
  const auth = initializeAuth(initializeApp(project), { persistence: inMemoryPersistence });
  auth.languageCode = 'fr';
  return auth;
}

/** @throws when Google cannot be reached */
export async function openSender(project: FirebaseProject): Promise<CodeSender> {
  const auth = authOf(project);
  const container = document.body.appendChild(document.createElement('div'));
  const verifier = new RecaptchaVerifier(auth, container, { size: 'invisible' });
  const close = () => {
    verifier.clear();
    container.remove();
  };
  try {
    await verifier.render();
  } catch (error) {
    close();
    throw error;
  }
  const send = async (phone: string) => {
    try {
      const sending = signInWithPhoneNumber(auth, normalizePhone(phone) ?? phone, verifier);
      const { verificationId } = await within(CAPTCHA_LIMIT_MS, sending);
      return verificationId;
    } catch (error) {
      throw refusalOf(error);
    }
  };
  return { send, close };
}

/**
 * Gives a code to Firebase.
 * @returns the ID token, which our server checks
 * @throws ApiError
 */
export async function confirmCode(
  project: FirebaseProject,
  verificationId: string,
  code: string,
): Promise<string> {
  const auth = authOf(project);
  try {
    const { user } = await signInWithCredential(auth, PhoneAuthProvider.credential(verificationId, code));
    return await user.getIdToken();
  } catch (error) {
    throw refusalOf(error);
  } finally {
    await signOut(auth);
  }
}

async function within<T>(ms: number, promise: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('no answer')), ms);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}
