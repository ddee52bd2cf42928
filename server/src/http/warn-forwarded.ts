import type { FastifyInstance } from 'fastify';

const names = ['forwarded', 'x-forwarded-for', 'x-real-ip'] as const;

/**
 * Warns once when a proxy names the caller's address and TRUST_PROXY is 0: all callers then have the address of the proxy,
 * and share its limits.
 */
export function warnAboutForwarded(app: FastifyInstance): void {
  let isWarned = false;
  app.addHook('onRequest', async ({ headers, log }) => {
    if (isWarned) return;
    const name = names.find((one) => headers[one] !== undefined);
    if (name === undefined) return;
    isWarned = true;
    log.warn(
      { header: name },
      'a forwarded address was ignored: behind a proxy, set TRUST_PROXY to the number of proxies',
    );
  });
}
