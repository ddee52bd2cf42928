import type { Challenge } from '@amasin/domain/contract/captcha.ts';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/sha';
import type { TestApp } from '../testing/test-app.ts';

/** Requests and solves a challenge; returns the captcha as a browser sends it. */
export async function solveCaptcha(server: TestApp): Promise<string> {
  const { body } = await server.call(null, 'GET', '/auth/captcha');
  return solve(body.challenge);
}

/** Solves a challenge; returns the captcha as a browser sends it. */
export async function solve(challenge: Challenge): Promise<string> {
  const solution = await solveChallenge({ challenge, deriveKey });
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
}
