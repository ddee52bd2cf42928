import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/sha';
import type { TestApp } from '../../testing/test-app.ts';

/** Requests and solves a challenge; returns the captcha as a browser sends it. */
export async function solveCaptcha(server: TestApp): Promise<string> {
  const { body } = await server.call(null, 'GET', '/auth/captcha');
  const solution = await solveChallenge({ challenge: body.challenge, deriveKey });
  return Buffer.from(JSON.stringify({ challenge: body.challenge, solution })).toString('base64');
}
