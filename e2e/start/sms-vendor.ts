import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Vendor {
  readonly url: string;
  readonly key: string;
  readonly close: () => Promise<void>;
}

/** An SMS vendor like KYA SMS: it takes JSON with its key, and lists at `/messages` what it has sent, newest first. */
export async function startSmsVendor(): Promise<Vendor> {
  const key = 'key-of-the-sms-vendor';
  const messages: { to: string; text: string }[] = [];
  const server = createServer(async (request, response) => {
    if (request.method === 'GET') {
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ messages }));
      return;
    }
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    if (request.headers.apikey !== key) {
      response.writeHead(401).end();
      return;
    }
    const { to, message } = JSON.parse(Buffer.concat(parts).toString());
    messages.unshift({ to, text: message });
    response.setHeader('content-type', 'application/json').end('{"status":"success"}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    key,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
