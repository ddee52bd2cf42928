import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/**
 * A line to the product that breaks, all of it, in the middle of every upload until it is mended. One break would not do: what
 * breaks on a connection that it has used before, Chromium sends again by itself, and the page hears nothing of it.
 */
export interface CuttingLine {
  /** Where the product is reached through it. */
  readonly url: string;
  /** The uploads that came, broken or not: their Idempotency-Key, and what they weigh, bytes. */
  readonly uploads: readonly { key: string; bytes: number }[];
  readonly mend: () => void;
  readonly close: () => Promise<void>;
}

/** @param afterBytes of an upload that pass before it breaks */
export async function openCuttingLine(product: string, afterBytes: number): Promise<CuttingLine> {
  const { hostname, port } = new URL(product);
  const open = new Set<Socket>();
  let isBroken = true;
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
      if (sent !== null && sent > afterBytes && isBroken) hangUp();
      else far.write(bytes);
    });
    far.pipe(near);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    uploads,
    mend: () => {
      isBroken = false;
    },
    close: async () => {
      hangUp();
      server.close();
      await once(server, 'close');
    },
  };
}
