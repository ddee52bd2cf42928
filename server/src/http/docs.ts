import type { Endpoint } from '@amasin/domain/contract/endpoint.ts';
import type { FastifyInstance } from 'fastify';
import { otherCalls } from '../settings/limits.ts';
import { perPerson } from './bind.ts';
import { type Served, sendPage } from './web-pages.ts';

/**
 * OpenAPI of the contract at `/api/docs/json`, with a page at `/api/docs`. The first request builds them, once: the
 * description of all endpoints takes a second, and is seldom read. Their bytes then stand ready.
 */
export function registerDocs(app: FastifyInstance): void {
  let building: Promise<ReadonlyMap<string, Served>> | null = null;
  const build = () => {
    building ??= import('./build-docs.ts')
      .then(({ buildDocs }) => buildDocs())
      .catch((error) => {
        building = null;
        throw error;
      });
    return building;
  };
  for (const url of ['/api/docs', '/api/docs/*']) {
    app.get(
      url,
      { config: { always: true, rateLimit: perPerson(otherCalls.documentsPerMinute) } },
      async (request, reply) => {
        const served = (await build()).get(request.url.replace(/\?.*/s, ''));
        return served === undefined ? reply.callNotFound() : sendPage(request, reply, served);
      },
    );
  }
}

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: Endpoint;
  }
}
