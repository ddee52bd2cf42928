import { readFileSync } from 'node:fs';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { errorBody } from '../refusal.ts';
import { MAINTENANCE_POLICY } from './page-policies.ts';

const page = readFileSync(new URL('./maintenance.html', import.meta.url), 'utf8');

/** Retry-After for browsers and search engines, s. */
const RETRY_S = 300;

/** Unknown paths below these return 404 as JSON, not a page. */
export const notPages = /^\/(api|assets|health|metrics|sandbox-pay|socket\.io)(\/|$)/i;

/** Still served: health checks of load balancers and the icon. */
const exempt = /^\/(health|metrics)(\/|$|\?)|^\/favicon\.svg$/;

/**
 * During maintenance, returns its page for every page and 503 MAINTENANCE for every call. Must be registered
 * before the routes.
 */
export function closeForMaintenance(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    if (exempt.test(request.url)) return;
    if (isPage(request)) return sendMaintenance(reply);
    return reply.code(503).header('retry-after', String(RETRY_S)).send(errorBody('MAINTENANCE'));
  });
}

/** The maintenance page, with an optional note for the operator. */
export function sendMaintenance(reply: FastifyReply, note = ''): FastifyReply {
  return reply
    .code(503)
    .header('retry-after', String(RETRY_S))
    .header('content-security-policy', MAINTENANCE_POLICY)
    .type('text/html; charset=utf-8')
    .send(page.replace('<!-- note -->', () => note));
}

function isPage({ method, url }: FastifyRequest): boolean {
  return (method === 'GET' || method === 'HEAD') && !notPages.test(url.replace(/\?.*$/s, ''));
}
