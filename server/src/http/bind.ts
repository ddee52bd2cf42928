import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Endpoint } from '@amasin/domain/contract/endpoint.ts';
import { errorResponse } from '@amasin/domain/error-response.ts';
import type {
  FastifyInstance,
  FastifyRequest,
  FastifyServerOptions,
  preParsingAsyncHookHandler,
} from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Ctx, SystemCtx } from '../ctx.ts';
import { Refusal } from '../refusal.ts';
import type { Handler } from '../routing/handlers.ts';
import { respondOnce, type StoreResponse, storeNothing } from '../routing/idempotency.ts';
import { networkOf } from '../routing/network.ts';
import { authenticate } from '../session/authenticate.ts';
import { verifyProof } from '../session/captcha.ts';
import { bearerToken } from '../session/tokens.ts';
import { bodyLimitOf } from './body.ts';
import { refuseInMaintenance } from './maintenance.ts';
import { readForm } from './read-form.ts';
import { sharedLimit } from './shared-limit.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set before the body is read; null for public endpoints. */
    actor: Ctx['actor'] | null;
    /** The result of `load`. */
    resource: unknown;
    rawBody: Buffer;
  }
}

interface Binding {
  readonly endpoint: Endpoint;
  readonly bound: Handler<Endpoint>;
  readonly writes: preParsingAsyncHookHandler;
}

/**
 * Registers one endpoint of the contract: authentication, load, validation, handler. The order of refusals is
 * the same for every endpoint: 401, 403, 400 or 413, 404, 422, 409.
 */
export function bindEndpoint(app: FastifyInstance, ctx: SystemCtx, { endpoint, bound, writes }: Binding) {
  const isPublic = endpoint.allow === 'public';

  const limit = bound.limit && ctx.limits[bound.limit];
  const isShared = !isPublic && !bound.perProcess;

  const contextOf = (request: FastifyRequest) =>
    isPublic ? { ...ctx, address: request.ip } : { ...ctx, actor: request.actor };

  app.route({
    method: endpoint.method,
    url: urlOf(endpoint),
    schema: schemaOf(endpoint),
    bodyLimit: bodyLimitOf(endpoint),
    config: {
      endpoint,
      ...(limit !== undefined &&
        !isShared && { rateLimit: isPublic ? perVisitor(ctx, limit) : perPerson(limit) }),
    },
    ...(limit !== undefined && isShared
      ? { preParsing: sharedLimit(ctx, `${endpoint.method} ${endpoint.path}`, limit) }
      : !isPublic && endpoint.method !== 'GET' && limit === undefined && { preParsing: writes }),
    // A HEAD of a download would be recorded as an opening. Its URL is a permission for five minutes, so it
    // is not logged.
    ...(endpoint.download && { exposeHeadRoute: false, logLevel: 'warn' as const }),
    onRequest: async (request) => {
      const { authorization, 'x-unattended': unattended } = request.headers;
      if (isPublic) {
        refuseInMaintenance(ctx.settings, endpoint, null);
        request.resource = await bound.admit?.(contextOf(request) as never, bearerToken(authorization));
        return;
      }
      request.actor = await authenticate(ctx, endpoint, bearerToken(authorization), unattended !== '1');
      refuseInMaintenance(ctx.settings, endpoint, request.actor);
    },
    preValidation: async (request, reply) => {
      if (endpoint.params !== undefined) {
        const params = endpoint.params.safeParse(request.params);
        if (!params.success) throw new Refusal('NOT_FOUND');
        request.resource = await bound.load?.(contextOf(request) as never, params.data as never);
      }
      if (endpoint.upload) await readForm(request, reply);
      // Without a body, each required field is reported.
      if (endpoint.body !== undefined && request.body === undefined) request.body = {};
    },
    // Forgotten before the response, so that a session that the call ends counts for no later one.
    ...(mayEndSessions(endpoint) && { onSend: async () => ctx.sessions.forget() }),
    handler: async (request, reply) => {
      const call = {
        headers: request.headers,
        rawBody: request.rawBody,
        token: bearerToken(request.headers.authorization),
      };
      const { params, query, body } = request as { params: unknown; query: unknown; body: unknown };
      const run = (storeResponse: StoreResponse) =>
        bound.handle(contextOf(request) as never, { params, query, body } as never, request.resource, {
          ...call,
          storeResponse,
        });
      const key = request.headers['idempotency-key'];
      const response =
        endpoint.idempotent && request.actor !== null && typeof key === 'string' && key !== ''
          ? await respondOnce({ ...ctx, actor: request.actor }, { key, requestHash: hashOf(request) }, run)
          : await run(storeNothing);
      // It has timed out. Fastify would log the URL of a second answer, and that of a file is a permission.
      if (reply.sent) {
        if (response.body instanceof Readable) response.body.destroy();
        return undefined;
      }
      if ('headers' in response) void reply.headers(response.headers ?? {});
      return reply.code(response.status as number).send(response.body ?? undefined);
    },
  });
}

/**
 * Validate and serialize by the schemas of zod. Fastify gets them at its start, so that it loads no compilers of its own, which take
 * 4 MB.
 */
export const zodCompilers = {
  compilersFactory: {
    buildValidator: () => validatorCompiler as never,
    buildSerializer: () => serializerCompiler as never,
  },
} satisfies FastifyServerOptions['schemaController'];

/** The Fastify path of an endpoint: `/orders/{id}` is `/api/orders/:id`. */
export function urlOf(endpoint: Endpoint): string {
  return `/api${endpoint.path.replace(/\{(\w+)\}/g, ':$1')}`;
}

/**
 * Limits all calls of a user that write, together. Endpoints with their own limit and public ones, which have no user,
 * do not count.
 */
export function limitWrites(app: FastifyInstance, { limits }: SystemCtx): preParsingAsyncHookHandler {
  const limit = app.rateLimit(perPerson(limits.writesPerMinute));
  return (request, reply) => Reflect.apply(limit, app, [request, reply]);
}

/**
 * A rate limit per user: users behind one address do not share it. Visitors are limited by address, of IPv6 by its /64
 * network. It is checked before the body is read, so that refusals are cheap.
 */
export function perPerson(max: number) {
  return {
    max,
    timeWindow: 60_000,
    hook: 'preParsing' as const,
    keyGenerator: (request: FastifyRequest) => request.actor?._id ?? networkOf(request.ip),
  };
}

/** The solved challenge of GET /auth/captcha, with which a visitor is counted apart from those of the same address. */
const PROOF = 'x-proof';
const PROOF_MAX = 4_000;

/**
 * A rate limit per network address, which a mobile carrier shares among thousands. Whoever has done the work is counted alone,
 * like a signed-in person, until the challenge expires (rule 22).
 */
function perVisitor(ctx: SystemCtx, ofAddress: number) {
  const isProof = (key: string) => key.startsWith(PROOF);
  return {
    ...perPerson(ofAddress),
    max: (_request: FastifyRequest, key: string) =>
      isProof(key) ? Math.min(ctx.limits.searchesPerMinute, ofAddress) : ofAddress,
    keyGenerator: async (request: FastifyRequest) => {
      const sent = request.headers[PROOF];
      const proof =
        typeof sent === 'string' && sent.length <= PROOF_MAX ? await verifyProof(ctx, sent) : null;
      return proof === null ? networkOf(request.ip) : `${PROOF} ${proof.signature}`;
    },
  };
}

/**
 * Whether a call may end sessions, as sign-outs and changes of accounts do. Signing in and resetting a password, which are public,
 * forget them by themselves.
 */
function mayEndSessions({ allow, method, path }: Endpoint): boolean {
  return allow !== 'public' && method !== 'GET' && /^\/(auth|users)\b/.test(path);
}

function hashOf(request: FastifyRequest): string {
  return createHash('sha256')
    .update(`${request.method} ${request.url}\n`)
    .update(request.rawBody)
    .digest('hex');
}

/** The schemas by which Fastify checks a request and a response, and which the documentation shows. */
export function schemaOf(endpoint: Endpoint) {
  const responses = Object.entries(endpoint.responses).map(([status, schema]) => [
    status,
    schema ?? z.undefined().describe('Sans corps'),
  ]);
  return {
    tags: [endpoint.tag],
    summary: endpoint.summary,
    ...(endpoint.upload && { consumes: ['multipart/form-data'] }),
    ...(endpoint.byKey && { consumes: ['text/csv'] }),
    ...(endpoint.download && { produces: ['application/octet-stream'] }),
    security: endpoint.allow === 'public' && !endpoint.byKey ? [] : [{ bearer: [] }],
    ...(endpoint.params && { params: endpoint.params }),
    ...(endpoint.query && { querystring: endpoint.query }),
    ...(endpoint.body && { body: endpoint.body }),
    response: { ...Object.fromEntries(responses), '4xx': errorResponse, '5xx': errorResponse },
  };
}
