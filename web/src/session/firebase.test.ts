import { expect, test } from 'vitest';
import { messageOf } from '../lib/api-error.ts';
import { refusalOf } from './firebase.ts';

const FALLBACK = 'Erreur';

test.each([
  ['auth/invalid-verification-code', 'WRONG_CODE', 'Code incorrect ou expiré'],
  ['auth/code-expired', 'WRONG_CODE', 'Code incorrect ou expiré'],
  [
    'auth/too-many-requests',
    'TOO_MANY_TRIES',
    'Trop de tentatives. Veuillez réessayer dans quelques minutes.',
  ],
  ['auth/captcha-check-failed', 'CAPTCHA_FAILED', 'Vérification anti-robot échouée. Veuillez réessayer.'],
  ['auth/network-request-failed', 'NETWORK', 'Erreur. Vérifiez votre réseau, puis réessayez.'],
  ['auth/internal-error', 'UNAVAILABLE', 'Service momentanément indisponible. Veuillez réessayer.'],
])('%s is said in French as %s', (code, expected, message) => {
  const refusal = refusalOf({ code });
  expect([refusal.code, messageOf(refusal, FALLBACK)]).toEqual([expected, message]);
});

test('a number that Firebase refuses is said under its field; any other error is ours', () => {
  expect(refusalOf({ code: 'auth/invalid-phone-number' }).fields).toEqual({
    phone: 'Format de téléphone invalide',
  });
  for (const error of [new Error('no answer'), null, undefined, 'x'])
    expect(refusalOf(error).code).toBe('UNAVAILABLE');
});
