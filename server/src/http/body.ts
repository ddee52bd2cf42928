import type { Endpoint } from '@amasin/domain/contract/endpoint.ts';
import type { FastifyInstance } from 'fastify';

/** Timeout for receiving a body, ms; uploads have a longer one. */
const BODY_MS = 30_000;

/** Closes connections that send a body too slowly. */
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

/**
 * Accepts JSON up to 1 MB; an empty body counts as missing. Stores the raw bytes for signatures.
 */
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

/** Accepts forms on the routes of this scope, as bytes only. */
export function acceptFormBytes(scope: FastifyInstance): void {
  const type = 'application/x-www-form-urlencoded';
  scope.addContentTypeParser(type, { parseAs: 'buffer' }, (request, body, done) => {
    request.rawBody = body as Buffer;
    done(null, undefined);
  });
}
