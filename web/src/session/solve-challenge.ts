import type { Challenge } from '@amasin/domain/contract/captcha.ts';
import { sha256 } from '@noble/hashes/sha2.js';
import { type DeriveKeyFunction, solveChallenge as search } from 'altcha-lib';

// Hashes in JavaScript: `crypto.subtle` is missing without https, and slower for short inputs.
const deriveKey: DeriveKeyFunction = async ({ cost, keyLength }, salt, password) => {
  let key = sha256.create().update(salt).update(password).digest();
  for (let done = 1; done < cost; done += 1) key = sha256(key);
  return { derivedKey: key.subarray(0, keyLength) };
};

/** Solves a challenge. @returns the payload for the server */
export async function solveChallenge(challenge: Challenge): Promise<string> {
  const solution = await search({ challenge, deriveKey });
  if (solution === null) throw new Error('the challenge was not solved in time');
  return btoa(JSON.stringify({ challenge, solution }));
}
