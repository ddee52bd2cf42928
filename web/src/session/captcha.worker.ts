import type { Challenge } from '@amasin/domain/contract/captcha.ts';
import { solveChallenge } from './solve-challenge.ts';

self.addEventListener('message', ({ data }: MessageEvent<Challenge>) => {
  solveChallenge(data).then(
    (captcha) => self.postMessage({ captcha }),
    () => self.postMessage({ captcha: null }),
  );
});
