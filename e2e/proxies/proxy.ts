import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** The two halves of a connection through the proxy. */
export interface Connection {
  readonly client: Socket;
  readonly upstream: Socket;
}

/** A TCP proxy to the product. */
export interface TcpProxy {
  /** The product’s URL through the proxy. */
  readonly url: string;
  readonly closeConnections: () => void;
  readonly close: () => Promise<void>;
}

/** @param relay passes the bytes of a new connection on, in both directions */
export async function startProxy(
  product: string,
  relay: (connection: Connection) => void,
): Promise<TcpProxy> {
  const { hostname, port } = new URL(product);
  const sockets = new Set<Socket>();
  const closeConnections = () => {
    for (const socket of sockets) socket.destroy();
  };
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
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
    relay({ client, upstream });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    closeConnections,
    close: async () => {
      closeConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
