import { type RefusalCode, refusalMessage, refusals } from '@amasin/domain/contract/refusals.ts';
import { INVALID_PHONE } from '@amasin/domain/users/phone-number.ts';
import { ApiError } from '../../../lib/api/api-error.ts';

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
