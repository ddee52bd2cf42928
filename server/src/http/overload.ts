import type { Endpoint } from '@amasin/domain/contract/endpoint.ts';
import { normalizeIP } from '@fastify/rate-limit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal, tooManyTries } from '../refusal.ts';
import { takeTurns } from './take-turns.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Served whatever the load: health checks, and pages and files whose bytes stand ready. Every other route is limited. */
    always?: true;
  }
}

/** Time limit of a request, ms. An upload takes as long as the phone needs to send it. */
const REQUEST_MS = 30_000;

/** A refused client may try again after this time, s. */
const RETRY_AFTER_S = 2;

/** The callers of one address may take this part of all places before it is known who they are. */
const ADDRESS_SHARE = 1 / 2;

/**
 * This many calls of one person are served at once, as many as the database has connections, and this many may wait for their turn: a
 * page of staff asks for its lists in one go.
 */
const PERSON_CALLS = 4;
const PERSON_WAITING = 50;

/**
 * This many calls of the visitors of one address are served at once, and may wait. Carriers share an address among thousands, so many
 * may wait; eight at once keep the server busy.
 */
const VISITOR_CALLS = 8;
const VISITORS_WAITING = 200;

/** Bodies of one address that may be on their way at once. Most arrive with their request, and never count. */
const UNFINISHED_BODIES = 100;

export interface Limits {
  /**
   * Calls served at the same time; unlimited when unset. Calls that send or receive a file count only until their
   * caller is known, and others not while their body arrives: slow phones do not take the places of the others.
   */
  readonly maxBusy?: number;
  /** True when the server is about to close: all calls are refused. */
  readonly isClosing?: () => boolean;
  /** True when the server stops soon: it is no longer ready, but serves all that arrives. */
  readonly isLeaving?: () => boolean;
  /** False while the disk is full. */
  readonly hasRoom?: () => boolean;
}

/**
 * Limits how long each call takes, and how many are served at the same time: further ones are refused at once, because in
 * a queue all of them would be late. A person, or the visitors of one address, have a few of these places, and wait for them
 * without taking any. A place is kept until the work ends, even if the caller has left. Routes marked `always` are never
 * refused.
 * Without room on the disk, only calls that write are refused.
 * @throws 503 UNAVAILABLE with Retry-After, 429 TOO_MANY_TRIES when too many calls of a person wait; 503 UNAVAILABLE or
 * STORAGE_UNAVAILABLE without room
 */
export function limitLoad(
  app: FastifyInstance,
  { maxBusy = Infinity, isClosing = () => false, hasRoom = () => true }: Limits = {},
): void {
  /** Requests that take a place. */
  const busy = new Set<FastifyRequest>();
  /** Requests that take a place while their caller is not known, by address. */
  const unidentified = new Groups<FastifyRequest>();
  /** Requests whose body is on its way, by address. */
  const arriving = new Groups<FastifyRequest>();
  /** Requests whose work has begun: they keep their place even if their caller leaves. */
  const working = new Set<FastifyRequest>();
  const timers = new WeakMap<FastifyRequest, NodeJS.Timeout>();
  const expired = new WeakSet<FastifyRequest>();
  const turns = new Map<FastifyRequest, () => void>();
  const unavailable = () => new Refusal('UNAVAILABLE', { retryAfter: RETRY_AFTER_S });
  const takePersonTurn = takeTurns({
    atOnce: PERSON_CALLS,
    waiting: PERSON_WAITING,
    refusal: () => tooManyTries(1_000),
  });
  const takeVisitorTurn = takeTurns({
    atOnce: VISITOR_CALLS,
    waiting: VISITORS_WAITING,
    refusal: unavailable,
  });

  const leavePlace = (request: FastifyRequest) => {
    busy.delete(request);
    unidentified.delete(addressOf(request), request);
  };
  const leave = (request: FastifyRequest) => {
    clearTimeout(timers.get(request));
    leavePlace(request);
    arriving.delete(addressOf(request), request);
    turns.get(request)?.();
    turns.delete(request);
  };

  app.addHook('onRequest', async (request, reply) => {
    if (!isLimited(request)) return;
    const isFull = busy.size >= maxBusy || unidentified.sizeOf(addressOf(request)) >= maxBusy * ADDRESS_SHARE;
    if (isFull || isClosing()) throw unavailable();
    const endpoint = endpointOf(request);
    if (request.method !== 'GET' && !hasRoom()) {
      throw new Refusal(endpoint?.upload ? 'STORAGE_UNAVAILABLE' : 'UNAVAILABLE');
    }
    busy.add(request);
    unidentified.add(addressOf(request), request);
    // Fastify's handlerTimeout ends with the body of the request.
    const expire = () => {
      expired.add(request);
      sendTimeout(reply);
    };
    if (!endpoint?.upload) timers.set(request, setTimeout(expire, REQUEST_MS));
    reply.raw.once('close', () => {
      if (!working.has(request)) leave(request);
    });
  });

  app.addHook('preParsing', async (request, reply) => {
    const isUnfinished = request.raw.complete === false;
    if (isUnfinished || isTransfer(request)) leavePlace(request);
    if (!isUnfinished) return;
    const address = addressOf(request);
    if (arriving.sizeOf(address) >= UNFINISHED_BODIES) {
      // The body is not read, and would be parsed as the next request.
      void reply.header('connection', 'close');
      throw unavailable();
    }
    arriving.add(address, request);
    reply.raw.once('close', () => arriving.delete(address, request));
  });

  app.addHook('preValidation', async (request, { raw }) => {
    arriving.delete(addressOf(request), request);
    if (!isLimited(request) || isTransfer(request)) return;
    // Whoever waits takes no place.
    leavePlace(request);
    const { actor } = request;
    const end = await (actor ? takePersonTurn(actor._id) : takeVisitorTurn(addressOf(request)));
    // It timed out while it waited.
    if (expired.has(request)) return end();
    turns.set(request, end);
    busy.add(request);
    // From here on each request is answered, even if its caller has left.
    working.add(request);
    // A change that was sent entirely is made, but nobody needs the answer to a GET any more.
    if (raw.destroyed && request.method === 'GET') throw new Refusal('BAD_REQUEST');
  });

  app.addHook('onSend', async (request, reply) => {
    if (working.delete(request) && reply.raw.destroyed) leave(request);
  });
}

/** Undefined for pages, health checks and the pages of the demonstration. */
const endpointOf = ({ routeOptions }: FastifyRequest): Endpoint | undefined => routeOptions.config.endpoint;

const isLimited = ({ is404, routeOptions }: FastifyRequest): boolean => !is404 && !routeOptions.config.always;

/** Whether a call sends or receives a file: slow phones do not take the places of the others. */
const isTransfer = (request: FastifyRequest): boolean => {
  const endpoint = endpointOf(request);
  return endpoint?.upload === true || endpoint?.download === true;
};

/** The address of the caller; of IPv6, its /64 network. */
const addressOf = ({ ip }: FastifyRequest): string => normalizeIP(ip);

/** Sets by key. An empty one takes no memory. */
class Groups<T> {
  readonly #sets = new Map<string, Set<T>>();

  sizeOf(key: string): number {
    return this.#sets.get(key)?.size ?? 0;
  }

  add(key: string, one: T): void {
    const set = this.#sets.get(key);
    if (set === undefined) this.#sets.set(key, new Set([one]));
    else set.add(one);
  }

  delete(key: string, one: T): void {
    const set = this.#sets.get(key);
    if (set?.delete(one) && set.size === 0) this.#sets.delete(key);
  }
}

/** Answers although the call goes on: whether its change is committed is unknown, so a retry needs its Idempotency-Key. */
function sendTimeout(reply: FastifyReply): void {
  if (!reply.sent) void reply.send(Object.assign(new Error('the call took too long'), { code: 'ETIMEDOUT' }));
}
