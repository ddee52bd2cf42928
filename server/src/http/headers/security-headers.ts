import type { FastifyInstance, FastifyReply } from 'fastify';
import { INERT_POLICY } from './page-policies.ts';

const ONE_YEAR_S = 31_536_000;

/** Default headers of a response: not cached, loading nothing. */
export const securityHeaders = {
  'cache-control': 'no-store',
  'content-security-policy': INERT_POLICY,
  // Without includeSubDomains: other hosts of the domain are not ours to decide.
  'strict-transport-security': `max-age=${ONE_YEAR_S}`,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy':
    'camera=(self), geolocation=(self), microphone=(), display-capture=(), payment=(), usb=()',
  'x-frame-options': 'DENY',
  // A payment portal in a frame may open its own window.
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'cross-origin-resource-policy': 'same-origin',
} as const;

/** Adds the security headers to every response. Must be registered before the routes. */
export function registerSecurityHeaders(app: FastifyInstance): void {
  app.addHook('onSend', async (_request, reply) => secureReply(reply));
}

/** The same for a response without hooks: a malformed URL. */
export function secureReply(reply: FastifyReply): void {
  for (const [name, value] of Object.entries(securityHeaders)) {
    if (!reply.hasHeader(name)) void reply.header(name, value);
  }
}
