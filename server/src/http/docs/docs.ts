import type { Endpoint } from '@amasin/domain/contract/endpoint.ts';
import type { FastifyInstance } from 'fastify';

/** Written by the response that is sent, not copied from the other one. */
const HOP_BY_HOP: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'date',
  'keep-alive',
  'transfer-encoding',
]);

/**
 * OpenAPI of the contract at `/api/docs/json`, with a page at `/api/docs`. They are built in an application of their own by
 * the first request: their libraries and the description of all endpoints take 6 MB, and are seldom read.
 */
export function registerDocs(app: FastifyInstance): void {
  let opening: Promise<FastifyInstance> | null = null;
  const open = () => {
    opening ??= import('./open-docs.ts')
      .then(({ openDocs }) => openDocs())
      .catch((error) => {
        opening = null;
        throw error;
      });
    return opening;
  };
  app.addHook('onClose', async () => (await opening?.catch(() => null))?.close());
  for (const url of ['/api/docs', '/api/docs/*']) {
    app.get(url, async (request, reply) => {
      const docs = await open();
      const { statusCode, headers, rawPayload } = await docs.inject({
        url: request.url,
        headers: request.headers,
      });
      for (const [name, value] of Object.entries(headers)) {
        if (value !== undefined && !HOP_BY_HOP.has(name)) void reply.header(name, value);
      }
      return reply.code(statusCode).send(rawPayload);
    });
  }
}

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: Endpoint;
  }
}
