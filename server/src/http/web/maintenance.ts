import { readFileSync } from 'node:fs';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { errorBody } from '../../refusal.ts';
import { MAINTENANCE_POLICY } from '../headers/page-policies.ts';

const page = readFileSync(new URL('./maintenance.html', import.meta.url), 'utf8');

/** What a browser or a search engine is asked to wait, s. */
const RETRY_S = 300;

/** Below these, what is not there is a 404 in JSON and never a page. */
export const notPages = /^\/(api|assets|health|metrics|sandbox-pay|socket\.io)(\/|$)/i;

/** Load balancers still ask how it goes; a browser may have its icon. */
const open = /^\/(health|metrics)(\/|$|\?)|^\/favicon\.svg$/;

/** While the service is closed: its page at every address, the same in JSON for every call. Before any route. */
export function closeForMaintenance(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    if (open.test(request.url)) return;
    if (isPage(request)) return sendMaintenance(reply);
    return reply.code(503).header('retry-after', String(RETRY_S)).send(errorBody('MAINTENANCE'));
  });
}

/** The maintenance page; `note` tells the operator what to do. */
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
