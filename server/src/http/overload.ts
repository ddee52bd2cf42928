import { Readable } from 'node:stream';
import type { Endpoint } from '@amasin/domain/contract/endpoint.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal, tooManyTries } from '../refusal.ts';
import { limitConcurrency } from '../routing/limit-concurrency.ts';
import { networkOf } from '../routing/network.ts';
import { DOOR_BITS } from '../session/limits.ts';
import { places } from '../settings/limits.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Served whatever the load: health checks, and pages and files whose bytes stand ready. Every other route is limited. */
    always?: true;
  }
}

/** Time limit of a request, ms. A file takes as long as the phone needs to send or to receive it. */
const REQUEST_MS = 30_000;

/** A refused client may try again after this time, s. */
const RETRY_AFTER_S = 2;

/** A response of which nothing more was read for this long ends, ms. A phone that reads a little goes on. */
const UNREAD_MS = 30_000;

/** What a download has in memory while it is read. */
const STREAM_BYTES = 65_536;

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
  /** A response of which nothing was read for this long ends, ms. */
  readonly unreadMs?: number;
}

/**
 * Limits how long each call takes, and how many are served at the same time: further ones are refused at once, because in
 * a queue all of them would be late. A person, or the visitors of one address, have a few of these places, and wait for them
 * without taking any. A place is kept until the work ends, even if the caller has left, and not while the response is read. Routes
 * marked `always` are refused only to an address that leaves too much unread.
 * Without room on the disk, only calls that write are refused.
 * @throws 503 UNAVAILABLE with Retry-After, 429 TOO_MANY_TRIES when too many calls of a person wait; 503 UNAVAILABLE or
 * STORAGE_UNAVAILABLE without room
 */
export function limitLoad(
  app: FastifyInstance,
  { maxBusy = Infinity, isClosing = () => false, hasRoom = () => true, unreadMs = UNREAD_MS }: Limits = {},
): void {
  /** Requests that take a place. */
  const busy = new Set<FastifyRequest>();
  /** Requests that take a place while their caller is not known, by address. */
  const unidentified = new Groups<FastifyRequest>();
  /** Requests of visitors that take a place for their work. */
  const visiting = new Set<FastifyRequest>();
  /** Requests whose body is on its way, by person, or address of visitors. */
  const arriving = new Groups<FastifyRequest>();
  /** Requests whose work has begun: they keep their place even if their caller leaves. */
  const working = new Set<FastifyRequest>();
  const timers = new WeakMap<FastifyRequest, NodeJS.Timeout>();
  const expired = new WeakSet<FastifyRequest>();
  const turns = new Map<FastifyRequest, () => void>();
  const unavailable = () => new Refusal('UNAVAILABLE', { retryAfter: RETRY_AFTER_S });
  const takePersonTurn = limitConcurrency({
    ...places.person,
    refusal: () => tooManyTries(1_000),
  });
  const takeVisitorTurn = limitConcurrency({
    ...places.visitors,
    refusal: unavailable,
  });

  /** Bytes of responses that are being read, by address. */
  const unread = new Map<string, number>();
  let unreadOfAll = 0;
  const addUnread = (address: string, bytes: number) => {
    unreadOfAll += bytes;
    const sum = (unread.get(address) ?? 0) + bytes;
    if (sum > 0) unread.set(address, sum);
    else unread.delete(address);
  };
  const leavesMuchUnread = (address: string) =>
    (unread.get(address) ?? 0) >=
    (unreadOfAll < places.unreadBytes.ofAll ? places.unreadBytes.ofAddress : places.unreadBytes.whileMuch);

  const leavePlace = (request: FastifyRequest) => {
    busy.delete(request);
    visiting.delete(request);
    unidentified.delete(addressOf(request), request);
  };
  const endTurn = (request: FastifyRequest) => {
    turns.get(request)?.();
    turns.delete(request);
  };
  const leave = (request: FastifyRequest) => {
    clearTimeout(timers.get(request));
    leavePlace(request);
    arriving.delete(callerOf(request), request);
    endTurn(request);
  };

  app.addHook('onRequest', async (request, reply) => {
    if (leavesMuchUnread(addressOf(request))) throw unavailable();
    if (!isLimited(request)) return;
    const isFull =
      busy.size >= maxBusy || unidentified.sizeOf(addressOf(request)) >= maxBusy * places.shareOfAddress;
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
    // A list of 4 MB takes a slow line as long as a file does (body.ts).
    const isSlow = isTransfer(request) || endpoint?.byKey;
    if (!isSlow) timers.set(request, setTimeout(expire, REQUEST_MS));
    reply.raw.once('close', () => {
      if (!working.has(request)) leave(request);
    });
  });

  app.addHook('preParsing', async (request, reply) => {
    const isUnfinished = request.raw.complete === false;
    if (isUnfinished || isTransfer(request)) leavePlace(request);
    if (!isUnfinished) return;
    const caller = callerOf(request);
    if (
      arriving.sizeOf(caller) >=
      (request.actor ? places.unfinishedBodies.ofPerson : places.unfinishedBodies.ofVisitors)
    ) {
      // The body is not read, and would be parsed as the next request.
      void reply.header('connection', 'close');
      throw unavailable();
    }
    arriving.add(caller, request);
    reply.raw.once('close', () => arriving.delete(caller, request));
  });

  app.addHook('preValidation', async (request, { raw }) => {
    arriving.delete(callerOf(request), request);
    if (!isLimited(request) || isTransfer(request)) return;
    // Whoever waits takes no place.
    leavePlace(request);
    const { actor } = request;
    const end = await (actor ? takePersonTurn(actor._id) : takeVisitorTurn(addressOf(request)));
    // It timed out while it waited.
    if (expired.has(request)) return end();
    if (!actor && visiting.size >= maxBusy * places.shareOfVisitors) {
      end();
      throw unavailable();
    }
    if (!actor) visiting.add(request);
    turns.set(request, end);
    busy.add(request);
    // From here on each request is answered, even if its caller has left.
    working.add(request);
    // A change that was sent entirely is made, but nobody needs the answer to a GET any more.
    if (raw.destroyed && request.method === 'GET') throw new Refusal('BAD_REQUEST');
  });

  app.addHook('onSend', async (request, { raw }, payload) => {
    working.delete(request);
    clearTimeout(timers.get(request));
    leavePlace(request);
    const isStream = payload instanceof Readable;
    // A download is made while it is read: it keeps the turn of its person.
    if (!isStream) endTurn(request);
    if (raw.destroyed) return leave(request);
    const bytes = isStream ? STREAM_BYTES : sizeOf(payload);
    const address = addressOf(request);
    addUnread(address, bytes);
    raw.once('close', () => addUnread(address, -bytes));
    // Node begins it anew whenever some of it was read, and ends it with the response.
    raw.socket?.setTimeout?.(unreadMs);
  });
}

const sizeOf = (payload: unknown): number =>
  typeof payload === 'string' || payload instanceof Uint8Array ? payload.length : 0;

/** Undefined for pages, health checks and the pages of the demonstration. */
const endpointOf = ({ routeOptions }: FastifyRequest): Endpoint | undefined => routeOptions.config.endpoint;

const isLimited = ({ is404, routeOptions }: FastifyRequest): boolean => !is404 && !routeOptions.config.always;

/** Whether a call sends or receives a file: slow phones do not take the places of the others. */
const isTransfer = (request: FastifyRequest): boolean => {
  const endpoint = endpointOf(request);
  return endpoint?.upload === true || endpoint?.download === true;
};

/** The address of the caller, counted as at the doors: each /64 of an attacker would take the places of an address. */
const addressOf = ({ ip }: FastifyRequest): string => networkOf(ip, DOOR_BITS);

/** The person, or the address of visitors. */
const callerOf = (request: FastifyRequest): string => request.actor?._id ?? addressOf(request);

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
