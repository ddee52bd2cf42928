import type { FastifyInstance } from 'fastify';

/** Interval for closing idle connections, ms. */
const INTERVAL_MS = 50;

/**
 * Responds to pending requests and closes the HTTP server. Closes idle connections, because a browser's
 * keep-alive connection would otherwise delay the shutdown by up to 72 s.
 * @param limitMs remaining connections are then closed, so that the database can be stopped cleanly
 */
export async function closeHttp(app: FastifyInstance, limitMs: number): Promise<void> {
  const closingIdle = setInterval(() => app.server.closeIdleConnections(), INTERVAL_MS);
  const timeout = setTimeout(() => app.server.closeAllConnections(), limitMs);
  try {
    await app.close();
  } finally {
    clearInterval(closingIdle);
    clearTimeout(timeout);
  }
}
