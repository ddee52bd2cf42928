import type { FastifyRequest } from 'fastify';

/**
 * What the log keeps of a request: the pattern of its route, never the address. Addresses hold rights (signed links), codes
 * and names that are searched for.
 */
export function loggedRequest(request: FastifyRequest) {
  return {
    method: request.method,
    route: request.routeOptions?.url ?? 'none',
    address: request.ip,
  };
}
