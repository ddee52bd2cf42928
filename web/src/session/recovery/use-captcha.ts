import { useCallback, useRef } from 'react';
import { type Captcha, makeCaptcha } from './captcha.ts';

/** The server accepts a captcha for ten minutes. Measured by a monotonic clock. */
const FRESH_MS = 8 * 60_000;

type Made = { since: number; captcha: Promise<Captcha> };

/** Solves a captcha while the person types; each is valid for one request. */
export function useCaptcha() {
  const made = useRef<Made | null>(null);

  const prepare = useCallback((): Made => {
    const ready = made.current;
    if (ready !== null && performance.now() - ready.since < FRESH_MS) return ready;
    const next: Made = { since: performance.now(), captcha: makeCaptcha() };
    made.current = next;
    next.captcha.catch(() => {
      // The next request tries again.
      if (made.current === next) made.current = null;
    });
    return next;
  }, []);

  const take = useCallback((): Promise<Captcha> => {
    const { captcha } = prepare();
    made.current = null;
    return captcha;
  }, [prepare]);

  return { prepare, take };
}
