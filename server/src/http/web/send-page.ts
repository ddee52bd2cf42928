import type { FastifyReply, FastifyRequest } from 'fastify';
import type { WrittenPage } from './written-pages.ts';

/** Sends a page in the smallest form that the browser reads; not again where it has this very one. */
export function sendPage(request: FastifyRequest, reply: FastifyReply, page: WrittenPage): FastifyReply {
  // A browser replaces the policy that it keeps by that of the 304.
  dress(reply, page).header('etag', page.etag);
  if (isKept(request, page.etag)) return reply.code(304).send();
  return sendBody(request, reply, page);
}

/** The same with another status, whole at each visit: a 304 would reach the browser as an empty page. */
export function sendPageAs(request: FastifyRequest, reply: FastifyReply, status: number, page: WrittenPage) {
  return sendBody(request, dress(reply.code(status), page), page);
}

function dress(reply: FastifyReply, { policy }: WrittenPage): FastifyReply {
  return reply
    .type('text/html; charset=utf-8')
    .header('content-security-policy', policy)
    .header('cache-control', 'no-cache')
    .header('vary', 'accept-encoding');
}

function sendBody(request: FastifyRequest, reply: FastifyReply, page: WrittenPage): FastifyReply {
  const accepted = readAccepted(request.headers['accept-encoding']);
  const form = (['br', 'gzip'] as const).find((name) => accepted.has(name) && page.compressed[name]);
  if (form === undefined) return reply.send(page.html);
  return reply.header('content-encoding', form).send(page.compressed[form]);
}

function isKept(request: FastifyRequest, etag: string): boolean {
  const kept = request.headers['if-none-match'];
  return kept?.split(',').some((one) => one.trim() === etag) ?? false;
}

/** `br;q=1, gzip;q=0` → br. */
function readAccepted(header: string | string[] | undefined): Set<string> {
  const parts = String(header ?? '').split(',');
  return new Set(
    parts
      .filter((part) => !/;\s*q=0(\.0*)?\s*$/.test(part))
      .map((part) => part.replace(/;.*$/, '').trim().toLowerCase()),
  );
}
