import type { Challenge } from '@amasin/domain/session/captcha.ts';
import { sessionEndpoints } from '@amasin/domain/session/endpoints.ts';
import { call } from '../../lib/api/call.ts';

/** Asks for a proof of work and does it, beside the page: nobody sees anything of it. */
export async function makeCaptcha(): Promise<string> {
  const { challenge } = await call(sessionEndpoints.captcha);
  return 'Worker' in globalThis ? solveAside(challenge) : solveHere(challenge);
}

function solveAside(challenge: Challenge): Promise<string> {
  const worker = new Worker(new URL('./captcha.worker.ts', import.meta.url), { type: 'module' });
  return new Promise<string>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<{ captcha: string | null }>) =>
      data.captcha === null ? reject(new Error('no captcha')) : resolve(data.captcha),
    );
    // A browser that lets no such worker in, or a line that did not bring it.
    worker.addEventListener('error', () => solveHere(challenge).then(resolve, reject));
    worker.postMessage(challenge);
  }).finally(() => worker.terminate());
}

async function solveHere(challenge: Challenge): Promise<string> {
  const { solveChallenge } = await import('./solve-challenge.ts');
  return solveChallenge(challenge);
}
