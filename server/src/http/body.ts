import type { Endpoint } from '@amasin/domain/contract/endpoint.ts';
import { MAX_IMPORT_BYTES } from '@amasin/domain/imports/lists.ts';
import type { FastifyInstance } from 'fastify';
import { refuse } from './refuse-raw.ts';

/** Timeout for receiving a body, ms; uploads have a longer one. */
const BODY_MS = 30_000;

/** A body has stalled when fewer bytes arrive in this time, ms: 2G brings ten times as many. */
const STALL_MS = 10_000;
const STALL_BYTES = 8_192;

const KB = 1_024;
/** A visitor sends a form at most, and an outside service a report of some messages. */
export const VISITOR_BYTES = 16 * KB;
const REPORT_BYTES = 64 * KB;
/** An order of a hundred lines takes 30 KB. */
const PERSON_BYTES = 256 * KB;
/** The files of an import. */
const DESK_BYTES = 1_024 * KB;

/** The largest JSON body of an endpoint. Routes without an endpoint have that of a visitor. */
export function bodyLimitOf({ allow, body, byKey }: Pick<Endpoint, 'allow' | 'body' | 'byKey'>): number {
  if (byKey) return MAX_IMPORT_BYTES;
  if (allow === 'public') return body === undefined ? REPORT_BYTES : VISITOR_BYTES;
  const isDesk = allow.every((type) => type === 'supervisor' || type === 'superAdmin');
  return isDesk ? DESK_BYTES : PERSON_BYTES;
}

/**
 * Answers 408 to a body that stalls or takes too long, and closes its connection: it would keep its memory. A body that
 * waits here to be read has not stalled.
 */
export function limitSlowBodies(app: FastifyInstance, { limitMs = BODY_MS, stallMs = STALL_MS } = {}): void {
  app.addHook('onRequest', async ({ raw, routeOptions }, reply) => {
    // Most bodies arrive with their head.
    if (raw.complete !== false) return;
    const { endpoint } = routeOptions.config as { endpoint?: Endpoint };
    let left = endpoint?.upload || endpoint?.byKey ? Infinity : limitMs;
    let before = raw.socket.bytesRead;
    const timer = setInterval(() => {
      if (raw.complete) return clearInterval(timer);
      left -= stallMs;
      const hasStalled = raw.socket.bytesRead - before < STALL_BYTES && raw.readableLength === 0;
      before = raw.socket.bytesRead;
      if (left > 0 && !hasStalled) return;
      clearInterval(timer);
      if (reply.raw.headersSent) raw.destroy();
      else refuse(raw.socket, 'TIMEOUT');
    }, stallMs);
    raw.once('close', () => clearInterval(timer));
  });
}

/**
 * Accepts JSON up to the limit of the route; an empty body counts as missing. Stores the raw bytes for signatures.
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

/** Accepts a list on the routes of this scope, as bytes. */
export function acceptCsv(scope: FastifyInstance): void {
  scope.addContentTypeParser('text/csv', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
}
