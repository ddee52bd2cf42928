import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { REVALIDATED } from '../../routing/revalidated.ts';

/** Adds an ETag to these responses, and sends 304 without a body to a browser that has the same one. */
export function registerRevalidation(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const isKept = reply.statusCode === 200 && reply.getHeader('cache-control') === REVALIDATED;
    if (!isKept || typeof payload !== 'string') return payload;
    // Weak: a proxy may compress it.
    const etag = `W/"${createHash('sha256').update(payload).digest('base64url')}"`;
    void reply.header('etag', etag);
    const known = request.headers['if-none-match']?.split(/,\s*/) ?? [];
    if (!known.includes(etag)) return payload;
    void reply.code(304).removeHeader('content-type').removeHeader('content-length');
    return null;
  });
}
