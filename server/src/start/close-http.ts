import type { FastifyInstance } from 'fastify';

/** How often connections are looked at, ms. */
const LOOK_MS = 50;

/**
 * Answers what is under way and closes the HTTP server. A browser keeps its connection open after an answer, which alone would
 * hold a stopping server for as long as that connection may idle (72 s).
 * @param limitMs whatever has not been answered by then is cut, so that the database is always stopped in good order
 */
export async function closeHttp(app: FastifyInstance, limitMs: number): Promise<void> {
  const releaseCardFile = setInterval(() => app.server.closeIdleConnections(), LOOK_MS);
  const cut = setTimeout(() => app.server.closeAllConnections(), limitMs);
  try {
    await app.close();
  } finally {
    clearInterval(releaseCardFile);
    clearTimeout(cut);
  }
}
