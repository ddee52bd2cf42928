import { randomUUID } from 'node:crypto';
import type { Endpoint } from '@amasin/domain/contract/endpoint.ts';
import { endpoints } from '@amasin/domain/endpoints.ts';
import rateLimit from '@fastify/rate-limit';
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  FastifyServerOptions,
  RawRequestDefaultExpression as RawRequest,
} from 'fastify';
import Fastify from 'fastify';
import type { SystemCtx } from '../ctx.ts';
import { providersOf } from '../ports/configured-providers.ts';
import { errorBody, Refusal } from '../refusal.ts';
import type { Handler } from '../routing/handlers.ts';
import { allHandlers } from './all-handlers.ts';
import { bindEndpoint, limitWrites, zodCompilers } from './bind.ts';
import { acceptCsv, acceptFormBytes, limitSlowBodies, readJsonBodies, VISITOR_BYTES } from './body.ts';
import { compressResponses, registerRevalidation } from './compress.ts';
import { registerDocs } from './docs.ts';
import { sendError } from './errors.ts';
import { registerHealth } from './health.ts';
import { closeForMaintenance } from './maintenance.ts';
import type { Metrics } from './metrics.ts';
import { type Limits, limitLoad } from './overload.ts';
import { registerSecurityHeaders, secureReply } from './page-policies.ts';
import { acceptForms } from './read-form.ts';
import { mayUpgrade, sendParserError, serveUnusual } from './refuse-raw.ts';
import { serveWeb } from './serve-web.ts';
import type { Traces } from './traces.ts';
import { warnAboutForwarded } from './warn-forwarded.ts';

export interface AppOptions {
  readonly logger: FastifyServerOptions['logger'];
  /** Number of trusted proxies in front of the server, for the caller's address. */
  readonly trustProxy: number;
  /** Folder of the built web; API only when unset. */
  readonly web?: string;
  /** Public URL of the site: `https://amasin.bj`. */
  readonly publicUrl?: string | undefined;
  /** Every page says that this is a demonstration. */
  readonly demo?: boolean;
  /** The primary colour of the pages, `#0a7f5a`. */
  readonly color?: string | undefined;
  readonly metrics?: Pick<Metrics, 'watchRequests'> | undefined;
  readonly traces?: Pick<Traces, 'watchRequests'> | undefined;
  readonly limits?: Limits;
}

/** Each idle one takes some 20 KB, an unfinished body of a visitor 16 KB. Further ones are closed at once. */
const MAX_CONNECTIONS = 10_000;

/** The ids that a proxy may give to a request: without characters that have a meaning in a log or a header. */
const REQUEST_ID = /^[\w.:-]{1,64}$/;

/**
 * The id that a proxy of ours gives to the request, else eight digits: without a proxy anybody could give many requests the same
 * reference. Node generates UUIDs in advance, unlike random bytes.
 */
const requestId =
  (trustProxy: number) =>
  ({ headers }: RawRequest): string => {
    const given = headers['x-request-id'];
    const isGiven = trustProxy > 0 && typeof given === 'string' && REQUEST_ID.test(given);
    return isGiven ? given : randomUUID().slice(0, 8);
  };

/** Names the request in its response as in the log (`reqId`). */
function tellRequestId({ id }: FastifyRequest, reply: FastifyReply): void {
  void reply.header('x-request-id', id);
}

/**
 * Builds the Fastify application: the endpoints of the contract under `/api`, their documentation and the
 * web.
 */
export async function buildApp(ctx: SystemCtx, options: AppOptions): Promise<FastifyInstance> {
  const app = Fastify({
    logger: options.logger ?? false,
    trustProxy: (_address: string, hop: number) => hop < options.trustProxy,
    // The routes of a busy machine take longer than the usual 10 s.
    pluginTimeout: 120_000,
    // Endpoints for those who are signed in have limits of their own.
    bodyLimit: VISITOR_BYTES,
    // A PDF of 10 MB takes 210 s at a phone's 400 kbit/s; headers are short.
    requestTimeout: 300_000,
    // A request without Host is rejected below, with our error body.
    http: { headersTimeout: 30_000, requireHostHeader: false, shouldUpgradeCallback: mayUpgrade },
    clientErrorHandler: sendParserError,
    genReqId: requestId(options.trustProxy),
    // A parameter may be as long as the headers, so that the router rejects none: 401 and 403 come first, then 404.
    routerOptions: { maxParamLength: 16_384 },
    // Requests on open connections are served during shutdown; /health/ready returns 503.
    return503OnClosing: false,
    schemaController: zodCompilers,
    // A malformed URL bypasses hooks and error handler.
    frameworkErrors: (error, request, reply) => {
      secureReply(reply);
      tellRequestId(request, reply);
      sendError(error, request, reply);
    },
  });
  app.server.maxConnections = MAX_CONNECTIONS;
  serveUnusual(app.server);
  options.traces?.watchRequests(app);
  registerSecurityHeaders(app);
  app.addHook('onRequest', (request, reply, done) => {
    tellRequestId(request, reply);
    done();
  });
  if (options.trustProxy === 0) warnAboutForwarded(app);
  options.metrics?.watchRequests(app);
  registerRevalidation(app);
  app.addHook('onRequest', async ({ raw }) => {
    if (raw.httpVersion === '1.1' && raw.headers.host === undefined) throw new Refusal('BAD_REQUEST');
  });
  closeForMaintenance(app, ctx.settings);
  limitLoad(app, options.limits);
  app.setErrorHandler(sendError);
  app.setNotFoundHandler((_request, reply) => reply.code(404).send(errorBody('ROUTE_NOT_FOUND')));
  app.decorateRequest('actor', null);
  app.decorateRequest('resource', null);
  readJsonBodies(app);
  limitSlowBodies(app);
  await app.register(rateLimit, { global: false });
  registerDocs(app);
  registerHealth(app, ctx, options.limits);

  const writes = limitWrites(app, ctx);
  app.register(async (api) => {
    await compressResponses(api);
    for (const [name, bound] of Object.entries(allHandlers)) {
      const endpoint: Endpoint = endpoints[name as keyof typeof endpoints];
      // all-handlers.ts checks each handler against its endpoint; here the type is erased.
      const served = { endpoint, bound: bound as unknown as Handler<Endpoint>, writes };
      if (!endpoint.upload && !endpoint.acceptsForms && !endpoint.byKey) bindEndpoint(api, ctx, served);
      // These have a scope of their own, so that only they accept forms and lists.
      else
        api.register(async (scope) => {
          if (endpoint.upload) await acceptForms(scope);
          else if (endpoint.byKey) acceptCsv(scope);
          else acceptFormBytes(scope);
          bindEndpoint(scope, ctx, served);
        });
    }
  });
  if (options.web !== undefined) {
    const { web: folder, publicUrl, demo, color } = options;
    await serveWeb(app, {
      folder,
      settings: ctx.settings,
      publicUrl,
      demo,
      color,
      firebaseCodes: ctx.phoneVerifier !== null,
      portalOrigins: providersOf(ctx).flatMap((one) => one.portalOrigins),
    });
  }
  return app;
}
