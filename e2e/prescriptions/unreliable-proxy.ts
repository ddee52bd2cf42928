import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/**
 * A proxy to the product that closes every connection in the middle of each upload until it is repaired. A single failure
 * would not be enough: Chromium silently resends a request that fails on a reused connection.
 */
export interface UnreliableProxy {
  /** The product’s address through the proxy. */
  readonly url: string;
  /** All uploads received, interrupted or not: their Idempotency-Key and size. */
  readonly uploads: readonly { key: string; bytes: number }[];
  readonly repair: () => void;
  readonly close: () => Promise<void>;
}

/** @param afterBytes how much of an upload passes before the connections are closed */
export async function startUnreliableProxy(product: string, afterBytes: number): Promise<UnreliableProxy> {
  const { hostname, port } = new URL(product);
  const sockets = new Set<Socket>();
  let isBroken = true;
  const uploads: { key: string; bytes: number }[] = [];
  const closeAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    // Bytes of the upload on this connection; null before it starts.
    let sent: number | null = null;
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      // Either side may close first, with an error or without.
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
    client.on('data', (bytes: Buffer) => {
      if (bytes.includes('POST /api/upload ')) {
        sent = 0;
        const head = bytes.toString('latin1');
        const [, key = ''] = /^idempotency-key: (\S+)/im.exec(head) ?? [];
        const [, length] = /^content-length: (\d+)/im.exec(head) ?? [];
        uploads.push({ key, bytes: Number(length) });
      }
      if (sent !== null) sent += bytes.length;
      if (sent !== null && sent > afterBytes && isBroken) closeAll();
      else upstream.write(bytes);
    });
    upstream.pipe(client);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    uploads,
    repair: () => {
      isBroken = false;
    },
    close: async () => {
      closeAll();
      server.close();
      await once(server, 'close');
    },
  };
}
