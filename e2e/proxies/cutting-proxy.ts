import { type Connection, startProxy, type TcpProxy } from './proxy.ts';

/** When the connections are closed: at once, or before or after the server receives the next chosen request. */
export const moments = ['now', 'before a request', 'after a request'] as const;

export type Moment = (typeof moments)[number];

/** A proxy to the product that closes all connections whenever it is told to, and accepts new ones. */
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
