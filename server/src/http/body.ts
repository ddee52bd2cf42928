import type { FastifyInstance } from 'fastify';

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
