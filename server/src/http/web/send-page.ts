import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Served } from './prerendered-pages.ts';

/** Sends a page or a file in the best accepted encoding, or 304 when the browser has it. */
export function sendPage(request: FastifyRequest, reply: FastifyReply, page: Served): FastifyReply {
  // A browser replaces the stored policy with that of the 304.
  setHeaders(reply, page).header('etag', page.etag);
  if (isCached(request, page.etag)) return reply.code(304).send();
  return sendBody(request, reply, page);
}

/** Sends a page with another status, never 304, which the browser would show as an empty page. */
export function sendPageAs(request: FastifyRequest, reply: FastifyReply, status: number, page: Served) {
  return sendBody(request, setHeaders(reply.code(status), page), page);
}

function setHeaders(reply: FastifyReply, { type, policy }: Served): FastifyReply {
  return reply
    .type(type)
    .header('content-security-policy', policy)
    .header('cache-control', 'no-cache')
    .header('vary', 'accept-encoding');
}

function sendBody(request: FastifyRequest, reply: FastifyReply, page: Served): FastifyReply {
  const accepted = readAccepted(request.headers['accept-encoding']);
  const encoding = (['br', 'gzip'] as const).find((name) => accepted.has(name) && page.compressed[name]);
  if (encoding === undefined) return reply.send(page.text);
  return reply.header('content-encoding', encoding).send(page.compressed[encoding]);
}

function isCached(request: FastifyRequest, etag: string): boolean {
  const etags = request.headers['if-none-match'];
  return etags?.split(',').some((one) => one.trim() === etag) ?? false;
}

/** The accepted encodings: `br;q=1, gzip;q=0` → br. */
function readAccepted(header: string | string[] | undefined): Set<string> {
  const parts = String(header ?? '').split(',');
  return new Set(
    parts
      .filter((part) => !/;\s*q=0(\.0*)?\s*$/.test(part))
      .map((part) => part.replace(/;.*$/, '').trim().toLowerCase()),
  );
}
