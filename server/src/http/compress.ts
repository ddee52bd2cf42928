import { createHash } from 'node:crypto';
import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';
import { REVALIDATED } from '../routing/handlers.ts';

/**
 * Compresses the responses of the API: a list of orders becomes a sixth of its size. Pages and their files are compressed at
 * build. An attacker cannot probe a compressed response (BREACH), because the session is in a header that only our pages send.
 */
export async function compressResponses(api: FastifyInstance): Promise<void> {
  await api.register(compress, {
    encodings: ['br', 'gzip'],
    // The default is the slowest.
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
    threshold: 1_024,
    // A compressed request could be any size.
    globalDecompression: false,
  });
}

/** Adds an ETag to these responses, and sends 304 without a body to a browser that has the same one. */
export function registerRevalidation(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const mayRevalidate = reply.statusCode === 200 && reply.getHeader('cache-control') === REVALIDATED;
    if (!mayRevalidate || typeof payload !== 'string') return payload;
    // Weak: a proxy may compress it.
    const etag = `W/"${createHash('sha256').update(payload).digest('base64url')}"`;
    void reply.header('etag', etag);
    const known = request.headers['if-none-match']?.split(/,\s*/) ?? [];
    if (!known.includes(etag)) return payload;
    void reply.code(304).removeHeader('content-type').removeHeader('content-length');
    return null;
  });
}
