import type { FastifyInstance, FastifyReply } from 'fastify';
import { INERT_POLICY } from './page-policies.ts';

const A_YEAR_S = 31_536_000;

/** What a response carries unless its handler sets it (RELIABILITY 6): not cached, loading nothing. */
export const securityHeaders = {
  'cache-control': 'no-store',
  'content-security-policy': INERT_POLICY,
  // Our own host only: what the neighbours of our domain do is not for us to say.
  'strict-transport-security': `max-age=${A_YEAR_S}`,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy':
    'camera=(self), geolocation=(self), microphone=(), display-capture=(), payment=(), usb=()',
  'x-frame-options': 'DENY',
  // A payment portal inside its frame may open a window of its own.
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'cross-origin-resource-policy': 'same-origin',
} as const;

/** Gives every answer of the application its security headers. Before any route. */
export function registerSecurityHeaders(app: FastifyInstance): void {
  app.addHook('onSend', async (_request, reply) => secureReply(reply));
}

/** The same for an answer that no hook sees: an address that cannot be read. */
export function secureReply(reply: FastifyReply): void {
  for (const [name, value] of Object.entries(securityHeaders)) {
    if (!reply.hasHeader(name)) void reply.header(name, value);
  }
}
