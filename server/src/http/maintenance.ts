import { readFileSync } from 'node:fs';
import type { Endpoint } from '@amasin/domain/contract/endpoint.ts';
import { sessionEndpoints } from '@amasin/domain/session/endpoints.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Actor, Settings } from '../ctx.ts';
import { errorBody, Refusal } from '../refusal.ts';
import { MAINTENANCE_POLICY } from './page-policies.ts';

const page = readFileSync(new URL('./maintenance.html', import.meta.url), 'utf8');

/** Retry-After for browsers and search engines, s. */
const RETRY_S = 300;

/** Unknown paths below these return 404 as JSON, not a page. */
export const notPages = /^\/(api|assets|health|metrics|sandbox-pay|socket\.io)(\/|$)/i;

/** Still served: health checks of load balancers and the icon. */
const exempt = /^\/(health|metrics)(\/|$|\?)|^\/favicon\.svg$/;

/** These pages, on which a super administrator signs in and works, stay open with their files. They have no data: each call is refused by itself. */
const forAdministrators = /^\/(admin|cpanel|api|assets)(\/|$|\?)|^\/[\w-]+\.\w+$/;

/** The calls without a session by which a super administrator signs in. */
const signingIn: readonly Endpoint[] = [sessionEndpoints.adminLogin, sessionEndpoints.captcha];

/**
 * During maintenance, returns its page for every page and 503 MAINTENANCE for every call. That of the environment is for everybody;
 * during one of the screen, super administrators still work, and end it. Must be registered before the routes.
 */
export function closeForMaintenance(
  app: FastifyInstance,
  settings: Pick<Settings, 'maintenance' | 'environment'>,
): void {
  app.addHook('onRequest', async (request, reply) => {
    if (!settings.maintenance || exempt.test(request.url)) return;
    if (!settings.environment.maintenance && forAdministrators.test(request.url)) return;
    if (isPage(request)) return sendMaintenance(reply);
    return reply.code(503).header('retry-after', String(RETRY_S)).send(errorBody('MAINTENANCE'));
  });
}

/** @throws 503 MAINTENANCE during one, unless a super administrator calls, or signs in */
export function refuseInMaintenance(
  { maintenance }: Settings,
  endpoint: Endpoint,
  actor: Actor | null,
): void {
  if (!maintenance || actor?.type === 'superAdmin' || signingIn.includes(endpoint)) return;
  throw new Refusal('MAINTENANCE', { retryAfter: RETRY_S });
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
