import type { Endpoint } from '@amasin/domain/contract/endpoint.ts';
import type { FastifyInstance } from 'fastify';

/** A body that is no form has this long to arrive, ms (RELIABILITY 6); a file on a slow line has longer. */
const BODY_MS = 30_000;

/** Cuts off who sends a body for ever. */
export function limitSlowBodies(app: FastifyInstance, limitMs = BODY_MS): void {
  app.addHook('onRequest', async ({ raw, routeOptions }) => {
    const { endpoint } = routeOptions.config as { endpoint?: Endpoint };
    if (endpoint?.upload) return;
    const timer = setTimeout(() => {
      if (!raw.complete) raw.destroy();
    }, limitMs);
    raw.once('close', () => clearTimeout(timer));
  });
}

/** JSON only, up to 1 MB; an empty body with a JSON type is no body (WIRE.md). The bytes are kept for signatures. */
export function readJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.decorateRequest('rawBody');
  app.addHook('onRequest', async (request) => {
    request.rawBody = Buffer.alloc(0);
  });
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    request.rawBody = body as Buffer;
    if (body.length === 0) done(null, undefined);
    else parse(request, body.toString(), done);
  });
}
