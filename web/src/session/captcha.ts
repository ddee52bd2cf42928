import type { Challenge } from '@amasin/domain/contract/captcha.ts';
import { sessionEndpoints } from '@amasin/domain/session/endpoints.ts';
import type { FirebaseProject } from '@amasin/domain/session/recovery.ts';
import { call } from '../lib/call.ts';

/** A solved challenge, and the Firebase project that sends the codes, if one does. */
export type Captcha = { proof: string; firebase: FirebaseProject | undefined };

/** Requests a proof-of-work challenge and solves it in a worker. */
export async function makeCaptcha(): Promise<Captcha> {
  const { challenge, firebase } = await call(sessionEndpoints.captcha);
  return { proof: await solve(challenge), firebase };
}

export function solve(challenge: Challenge): Promise<string> {
  return 'Worker' in globalThis ? solveInWorker(challenge) : solveHere(challenge);
}

function solveInWorker(challenge: Challenge): Promise<string> {
  const worker = new Worker(new URL('./captcha.worker.ts', import.meta.url), { type: 'module' });
  return new Promise<string>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<{ captcha: string | null }>) =>
      data.captcha === null ? reject(new Error('no captcha')) : resolve(data.captcha),
    );
    // The browser refuses module workers, or the worker's code could not be loaded.
    worker.addEventListener('error', () => solveHere(challenge).then(resolve, reject));
    worker.postMessage(challenge);
  }).finally(() => worker.terminate());
}

async function solveHere(challenge: Challenge): Promise<string> {
  const { solveChallenge } = await import('./solve-challenge.ts');
  return solveChallenge(challenge);
}
