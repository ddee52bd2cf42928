import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/**
 * A line to the product that breaks, all of it, during the first uploads. What breaks on a connection that it has used before,
 * Chromium sends again by itself: a page hears of it when the second try breaks too.
 */
export interface CuttingLine {
  /** Where the product is reached through it. */
  readonly url: string;
  /** The uploads that came, broken or not: their Idempotency-Key, and what they weigh, bytes. */
  readonly uploads: readonly { key: string; bytes: number }[];
  readonly close: () => Promise<void>;
}

/** @param cuts how many uploads it breaks, each once `afterBytes` of it have passed */
export async function openCuttingLine(
  product: string,
  cuts: number,
  afterBytes: number,
): Promise<CuttingLine> {
  const { hostname, port } = new URL(product);
  const open = new Set<Socket>();
  const uploads: { key: string; bytes: number }[] = [];
  const hangUp = () => {
    for (const socket of open) socket.destroy();
  };
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    // Of the upload on this connection; null: none has begun.
    let sent: number | null = null;
    for (const end of [near, far]) {
      open.add(end);
      // Either side may go first, politely or not.
      end.on('error', () => {});
      end.on('close', () => {
        open.delete(end);
        near.destroy();
        far.destroy();
      });
    }
    near.on('data', (bytes: Buffer) => {
      if (bytes.includes('POST /api/upload ')) {
        sent = 0;
        const head = bytes.toString('latin1');
        const [, key = ''] = /^idempotency-key: (\S+)/im.exec(head) ?? [];
        const [, length] = /^content-length: (\d+)/im.exec(head) ?? [];
        uploads.push({ key, bytes: Number(length) });
      }
      if (sent !== null) sent += bytes.length;
      if (sent !== null && sent > afterBytes && uploads.length <= cuts) hangUp();
      else far.write(bytes);
    });
    far.pipe(near);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    uploads,
    close: async () => {
      hangUp();
      server.close();
      await once(server, 'close');
    },
  };
}
