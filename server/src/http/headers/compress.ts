import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';

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
