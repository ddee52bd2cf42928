import { normalizeIP } from '@fastify/rate-limit';

/** An IPv4 address with a port, and an IPv6 address in brackets, with or without one. */
const WITH_PORT = /^([\d.]+):\d+$|^\[([^\]]+)\](?::\d+)?$/;

/**
 * The network of an address, by which its callers are counted. Some proxies write the port behind the address, which is another one
 * for each connection.
 * @param ipv6Bits of an IPv6 address: a subscriber has all addresses of a /64 at least
 */
export function networkOf(address: string, ipv6Bits = 64): string {
  const [, ipv4, ipv6] = WITH_PORT.exec(address) ?? [];
  return normalizeIP((ipv4 ?? ipv6 ?? address).replace(/%.*/s, ''), ipv6Bits);
}
