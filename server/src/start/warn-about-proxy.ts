import type { Log } from '../ctx.ts';
import type { Env } from '../env.ts';
import { isPortPassed } from './port/listen.ts';

/** Warns when callers could reach the port without the proxy that is trusted to name their address: they would name it themselves. */
export function warnAboutProxy({ TRUST_PROXY, HOST }: Pick<Env, 'TRUST_PROXY' | 'HOST'>, log: Log): void {
  // The socket unit says where it listens.
  if (TRUST_PROXY === 0 || isPortPassed() || /^(127\.|::1$|localhost$)/.test(HOST)) return;
  log.warn(
    { host: HOST },
    'TRUST_PROXY is set, but HOST is open to more than the proxy: whoever connects directly may claim any address; set HOST=127.0.0.1, or let only the proxy reach the port',
  );
}
