import { Agent, type RequestOptions } from 'node:https';
import { BlockList, connect } from 'node:net';

/** Networks that are not the public internet (the IANA special-purpose address registries). */
export const privateNetworks = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  privateNetworks.addSubnet(network, prefix);
for (const [network, prefix] of [
  ['::', 127],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const)
  privateNetworks.addSubnet(network, prefix, 'ipv6');

/** Connects to public addresses only, whatever a host name resolves to; otherwise the request fails with ERR_IP_BLOCKED. */
export class PublicAgent extends Agent {
  override createConnection(options: RequestOptions, done?: Parameters<Agent['createConnection']>[1]) {
    // A TLS socket ignores `blockList`; the connection below it does not.
    const socket = connect({
      host: options.host ?? '',
      port: Number(options.port),
      blockList: privateNetworks,
    });
    return super.createConnection({ ...options, socket } as RequestOptions, done);
  }
}
