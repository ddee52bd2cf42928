import { randomBytes } from 'node:crypto';
import type { Endpoint } from '@amasin/domain/contract/endpoint.ts';
import { endpoints } from '@amasin/domain/contract/endpoints.ts';
import rateLimit from '@fastify/rate-limit';
import Fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import type { SystemCtx } from '../ctx.ts';
import { errorBody, Refusal } from '../refusal.ts';
import type { Handler } from '../routing/handlers.ts';
import { allHandlers } from './all-handlers.ts';
import { bindEndpoint } from './bind.ts';
import { limitSlowBodies, readJsonBodies } from './body.ts';
import { registerDocs } from './docs/docs.ts';
import { answerError, answerParserError } from './errors.ts';
import { registerSecurityHeaders, secureReply } from './headers/security-headers.ts';
import { registerHealth } from './health.ts';
import { acceptForms } from './read-form.ts';
import { closeForMaintenance } from './web/maintenance.ts';
import { serveWeb } from './web/serve-web.ts';

export interface AppOptions {
  readonly logger: FastifyServerOptions['logger'];
  /** How many proxies stand in front: their word for the caller's address is believed. */
  readonly trustProxy: number;
  /** Folder of the built web; unset, there is only the API. */
  readonly web?: string;
  /** Where people find the site: `https://amasin.bj`. */
  readonly publicUrl?: string | undefined;
  /** Nothing is served but the maintenance page. */
  readonly maintenance?: boolean;
}

/** The Fastify application: every endpoint of the contract under `/api`, its documentation, the web, errors in one form. */
export async function buildApp(ctx: SystemCtx, options: AppOptions): Promise<FastifyInstance> {
  const app = Fastify({
    logger: options.logger ?? false,
    trustProxy: (_address: string, hop: number) => hop < options.trustProxy,
    bodyLimit: 1_048_576,
    // A PDF of 10 MB over a telephone's 400 kbit/s takes 210 s; heads are short.
    requestTimeout: 300_000,
    // A request without Host is refused below, in our form.
    http: { headersTimeout: 30_000, requireHostHeader: false },
    clientErrorHandler: answerParserError,
    genReqId: () => randomBytes(4).toString('hex'),
    // As long as a whole head may be: who calls is asked first (401, 403), then an overlong name is a missing one (404).
    routerOptions: { maxParamLength: 16_384 },
    // A request that comes on an open connection while the server stops is still answered; /health/ready says 503.
    return503OnClosing: false,
    // An address that cannot be read reaches neither hooks nor the error handler.
    frameworkErrors: (error, request, reply) => {
      secureReply(reply);
      answerError(error, request, reply);
    },
  });
  registerSecurityHeaders(app);
  app.addHook('onRequest', async ({ raw }) => {
    if (raw.httpVersion === '1.1' && raw.headers.host === undefined) throw new Refusal('BAD_REQUEST');
  });
  if (options.maintenance) closeForMaintenance(app);
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.setErrorHandler(answerError);
  app.setNotFoundHandler((_request, reply) => reply.code(404).send(errorBody('ROUTE_NOT_FOUND')));
  app.decorateRequest('actor', null);
  app.decorateRequest('thing', null);
  readJsonBodies(app);
  limitSlowBodies(app);
  await app.register(rateLimit, { global: false });
  await registerDocs(app);
  registerHealth(app, ctx);

  app.register(async (api) => {
    for (const [name, bound] of Object.entries(allHandlers)) {
      const endpoint: Endpoint = endpoints[name as keyof typeof endpoints];
      // Each handler fits its own endpoint (all-handlers.ts); here they are one kind of thing.
      const one = bound as unknown as Handler<Endpoint>;
      if (!endpoint.upload) bindEndpoint(api, ctx, endpoint, one);
      // In a scope of its own: no other call reads forms.
      else
        api.register(async (scope) => {
          await acceptForms(scope);
          bindEndpoint(scope, ctx, endpoint, one);
        });
    }
  });
  if (options.web !== undefined) {
    const { web: folder, publicUrl } = options;
    await serveWeb(app, { folder, publicUrl, portalOrigins: ctx.payments.portalOrigins });
  }
  return app;
}
