import type { Endpoint } from '@amasin/domain/contract/endpoint.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../refusal.ts';

/** Time limit of a request, ms. An upload takes as long as the phone needs to send it. */
const REQUEST_MS = 30_000;

/** When a refused client may try again, s. */
const RETRY_AFTER_S = 2;

// Pages and health checks have none.
const endpointOf = ({ routeOptions }: FastifyRequest): Endpoint | undefined => routeOptions.config.endpoint;

export interface Limits {
  /**
   * Calls served at the same time; unlimited when unset. Calls that send or receive a file count only until their
   * caller is known, and others not while their body arrives: slow phones do not take the places of the others.
   */
  readonly maxBusy?: number;
  /** True when the server is about to close: all calls are refused. */
  readonly isClosing?: () => boolean;
  /** False while the disk is full. */
  readonly hasRoom?: () => boolean;
}

/**
 * Limits how long each call of the API takes, and how many are served at the same time: further ones are refused at
 * once, because in a queue all of them would be late. Health checks and pages are never refused.
 * Without room on the disk, only calls that write are refused.
 * @throws 503 UNAVAILABLE with Retry-After; 503 UNAVAILABLE or STORAGE_UNAVAILABLE without room
 */
export function limitLoad(
  app: FastifyInstance,
  { maxBusy = Infinity, isClosing = () => false, hasRoom = () => true }: Limits = {},
): void {
  const busy = new Set<FastifyRequest>();

  app.addHook('onRequest', async (request, reply) => {
    const endpoint = endpointOf(request);
    if (endpoint === undefined) return;
    if (busy.size >= maxBusy || isClosing()) throw new Refusal('UNAVAILABLE', { retryAfter: RETRY_AFTER_S });
    if (endpoint.method !== 'GET' && !hasRoom()) {
      throw new Refusal(endpoint.upload ? 'STORAGE_UNAVAILABLE' : 'UNAVAILABLE');
    }
    busy.add(request);
    // Fastify's handlerTimeout ends with the body of the request.
    const timer = endpoint.upload ? undefined : setTimeout(() => sendTimeout(reply), REQUEST_MS);
    reply.raw.once('close', () => {
      busy.delete(request);
      clearTimeout(timer);
    });
  });

  app.addHook('preParsing', async (request) => {
    busy.delete(request);
  });

  app.addHook('preValidation', async (request, { raw }) => {
    const endpoint = endpointOf(request);
    const isCounted = endpoint !== undefined && !endpoint.upload && !endpoint.download;
    if (isCounted && !raw.destroyed) busy.add(request);
  });
}

/** The call goes on: whether its change is committed is unknown, so a retry needs its Idempotency-Key. */
function sendTimeout(reply: FastifyReply): void {
  if (!reply.sent) void reply.send(Object.assign(new Error('the call took too long'), { code: 'ETIMEDOUT' }));
}
