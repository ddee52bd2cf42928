import type { FastifyRequest } from 'fastify';

/**
 * Serialises a request for the log: its route pattern, never its URL, which may contain signed links, codes
 * and names.
 */
export function loggedRequest(request: FastifyRequest) {
  return {
    method: request.method,
    route: request.routeOptions?.url ?? 'none',
    address: request.ip,
  };
}
