import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** The two halves of a connection through the proxy. */
interface Connection {
  readonly client: Socket;
  readonly upstream: Socket;
}

/** A TCP proxy to the product. */
interface TcpProxy {
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

/** When the connections are closed: at once, or before or after the server receives the next chosen request. */
export const moments = ['now', 'before a request', 'after a request'] as const;

export type Moment = (typeof moments)[number];

/** Closes its open connections at a chosen moment; later ones are accepted. */
export interface CuttingProxy extends Pick<TcpProxy, 'url' | 'close'> {
  /** How many live connections are open. */
  readonly live: () => number;
  /** How many times the connections have been closed. */
  readonly cuts: () => number;
  readonly cut: (moment: Moment) => void;
}

const REQUEST = /^(GET|POST|PUT|PATCH|DELETE) \//;
/** @param chosen matches the first line of the requests to which the moments refer */
export async function startCuttingProxy(product: string, chosen: RegExp): Promise<CuttingProxy> {
  const live = new Set<Connection>();
  let cuts = 0;
  let planned: Moment | null = null;
  const cutNow = () => {
    planned = null;
    cuts += 1;
    proxy.closeConnections();
  };
  const relay = (connection: Connection) => {
    const { client, upstream } = connection;
    // Whether the last request on this connection is a chosen one.
    let hasChosen = false;
    client.on('data', (bytes: Buffer) => {
      const head = bytes.toString('latin1');
      if (REQUEST.test(head)) hasChosen = chosen.test(head);
      if (hasChosen && planned === 'before a request') cutNow();
      else upstream.write(bytes);
    });
    upstream.on('data', (bytes: Buffer) => {
      if (bytes.includes('HTTP/1.1 101 ')) live.add(connection);
      if (hasChosen && planned === 'after a request') cutNow();
      else client.write(bytes);
    });
    client.on('close', () => live.delete(connection));
  };
  const proxy = await startProxy(product, relay);
  return {
    url: proxy.url,
    close: proxy.close,
    live: () => live.size,
    cuts: () => cuts,
    cut: (moment) => {
      if (moment === 'now') cutNow();
      else planned = moment;
    },
  };
}

/**
 * A proxy to the product that closes every connection in the middle of each upload until it is repaired. A single failure
 * would not be enough: Chromium silently resends a request that fails on a reused connection.
 */
interface UnreliableProxy extends Pick<TcpProxy, 'url' | 'close'> {
  /** All uploads received, interrupted or not: their Idempotency-Key and size. */
  readonly uploads: readonly { key: string; bytes: number }[];
  readonly repair: () => void;
}

/** @param afterBytes how much of an upload passes before the connections are closed */
export async function startUnreliableProxy(product: string, afterBytes: number): Promise<UnreliableProxy> {
  let isBroken = true;
  const uploads: { key: string; bytes: number }[] = [];
  const relay = ({ client, upstream }: Connection) => {
    // Bytes of the upload on this connection; null before it starts.
    let sent: number | null = null;
    client.on('data', (bytes: Buffer) => {
      if (bytes.includes('POST /api/upload ')) {
        sent = 0;
        const head = bytes.toString('latin1');
        const [, key = ''] = /^idempotency-key: (\S+)/im.exec(head) ?? [];
        const [, length] = /^content-length: (\d+)/im.exec(head) ?? [];
        uploads.push({ key, bytes: Number(length) });
      }
      if (sent !== null) sent += bytes.length;
      if (sent !== null && sent > afterBytes && isBroken) proxy.closeConnections();
      else upstream.write(bytes);
    });
    upstream.pipe(client);
  };
  const proxy = await startProxy(product, relay);
  return {
    url: proxy.url,
    close: proxy.close,
    uploads,
    repair: () => {
      isBroken = false;
    },
  };
}
