import { type Connection, startProxy, type TcpProxy } from './proxy.ts';

/**
 * A proxy to the product that closes every connection in the middle of each upload until it is repaired. A single failure
 * would not be enough: Chromium silently resends a request that fails on a reused connection.
 */
export interface UnreliableProxy extends Pick<TcpProxy, 'url' | 'close'> {
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
