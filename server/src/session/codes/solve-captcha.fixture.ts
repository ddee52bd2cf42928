import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/sha';
import type { TestApp } from '../../testing/test-app.ts';

/** A captcha as a browser sends it: a challenge asked for, and solved. */
export async function solveCaptcha(server: TestApp): Promise<string> {
  const { body } = await server.call(null, 'GET', '/auth/captcha');
  const solution = await solveChallenge({ challenge: body.challenge, deriveKey });
  return Buffer.from(JSON.stringify({ challenge: body.challenge, solution })).toString('base64');
}
