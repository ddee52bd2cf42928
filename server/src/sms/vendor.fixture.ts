import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedSms {
  readonly method: string;
  readonly headers: Readonly<Record<string, unknown>>;
  /** The fields of the JSON body, of the form or of the address. */
  readonly fields: Readonly<Record<string, unknown>>;
}

export interface FakeVendor {
  readonly url: string;
  readonly received: ReceivedSms[];
  /** What it answers. */
  answer: { status: number; body: string } | 'silent';
  close(): Promise<void>;
}

/** An SMS vendor over HTTP on this machine, which takes JSON, forms and addresses with parameters. */
export async function startVendor(): Promise<FakeVendor> {
  const received: ReceivedSms[] = [];
  const vendor = { answer: { status: 200, body: '{"status":true}' } as FakeVendor['answer'] };
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const text = Buffer.concat(parts).toString();
    const query = new URL(request.url ?? '', 'http://vendor.test').searchParams;
    const isJson = request.headers['content-type']?.includes('json') ?? false;
    const fields = isJson
      ? JSON.parse(text)
      : Object.fromEntries(text === '' ? query : new URLSearchParams(text));
    received.push({ method: request.method ?? '', headers: request.headers, fields });
    const { answer } = vendor;
    if (answer !== 'silent') response.writeHead(answer.status).end(answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return Object.assign(vendor, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}
