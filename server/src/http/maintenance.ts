import { readFileSync } from 'node:fs';
import type { Endpoint } from '@amasin/domain/contract/endpoint.ts';
import { paymentEndpoints } from '@amasin/domain/payments/endpoints.ts';
import { sessionEndpoints } from '@amasin/domain/session/endpoints.ts';
import { smsEndpoints } from '@amasin/domain/sms/endpoints.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '../ctx.ts';
import type { Settings } from '../env.ts';
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

/** What payment and message services report: money that has moved is noted even now, and some report once only. */
const reports: readonly Endpoint[] = [
  paymentEndpoints.receivePaymentEvent,
  smsEndpoints.reportSms,
  smsEndpoints.verifyWhatsApp,
  smsEndpoints.reportWhatsApp,
];

/**
 * During maintenance, returns its page for every page and 503 MAINTENANCE for every call, except reports of services. That of the environment is for everybody;
 * during one of the screen, super administrators still work, and end it. Must be registered before the routes.
 */
export function closeForMaintenance(
  app: FastifyInstance,
  settings: Pick<Settings, 'maintenance' | 'environment'>,
): void {
  app.addHook('onRequest', async (request, reply) => {
    if (!settings.maintenance || exempt.test(request.url)) return;
    const { endpoint } = request.routeOptions.config;
    if (endpoint !== undefined && reports.includes(endpoint)) return;
    if (!settings.environment.maintenance && forAdministrators.test(request.url)) return;
    if (isPage(request)) return sendMaintenance(reply);
    return reply.code(503).header('retry-after', String(RETRY_S)).send(errorBody('MAINTENANCE'));
  });
}

/** @throws 503 MAINTENANCE during one, unless a super administrator calls, or signs in, or a service reports */
export function refuseInMaintenance(
  { maintenance }: Settings,
  endpoint: Endpoint,
  actor: Actor | null,
): void {
  if (!maintenance || actor?.type === 'superAdmin') return;
  if (signingIn.includes(endpoint) || reports.includes(endpoint)) return;
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
  return (method === 'GET' || method === 'HEAD') && !notPages.test(url.replace(/\?.*/s, ''));
}
