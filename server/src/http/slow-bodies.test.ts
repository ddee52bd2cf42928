import { type AddressInfo, connect, type Socket } from 'node:net';
import type { Endpoint } from '@amasin/domain/contract/endpoint.ts';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { limitSlowBodies } from './body.ts';

let app: FastifyInstance;
let logged: string[];
let accepted: Socket[];
/** Lets the calls of `/later` be read. */
let read: () => void;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  logged = [];
  accepted = [];
  const reading = new Promise<void>((resolve) => {
    read = resolve;
  });
  app = Fastify({ logger: { level: 'warn', stream: { write: (line: string) => void logged.push(line) } } });
  limitSlowBodies(app);
  const respond = async () => ({ received: true });
  app.post('/', respond);
  const upload = { config: { endpoint: { upload: true } as Endpoint & { upload: true } } };
  app.post('/upload', upload, respond);
  app.post('/later', { preParsing: () => reading, handler: respond });
  app.server.on('connection', (socket) => accepted.push(socket));
  await app.listen({ host: '127.0.0.1', port: 0 });
});
afterEach(async () => {
  vi.useRealTimers();
  read();
  for (const socket of accepted) socket.destroy();
  await app.close();
});

/** Announces a body of this many bytes. @returns a function that sends some, and what is received until the end */
async function begin(path: string, bytes: number) {
  const { promise, resolve } = Promise.withResolvers<string>();
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  let received = '';
  socket.on('data', (chunk) => {
    received += chunk;
  });
  socket.on('close', () => resolve(received));
  socket.on('error', () => {});
  let total = 0;
  /** Resolves when the server has these bytes. */
  const send = async (text: string) => {
    socket.write(text);
    total += text.length;
    const hasArrived = () =>
      accepted.some((one) => one.remotePort === socket.localPort && one.bytesRead >= total);
    while (!hasArrived()) await new Promise((done) => setImmediate(done));
  };
  await send(
    `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: text/plain\r\ncontent-length: ${bytes}\r\nconnection: close\r\n\r\n`,
  );
  return { send, closed: promise };
}

const TEN_SECONDS = 10_000;
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

it.each(['/', '/upload'])(
  'answers 408 to a body of %s that stalls, closes it and logs nothing',
  async (path) => {
    for (const sent of ['', '{"a":', 'x'.repeat(8_000)]) {
      const { send, closed } = await begin(path, 100_000);
      await send(sent);
      await pass(TEN_SECONDS);
      const [head = '', body = ''] = (await closed).split('\r\n\r\n');
      expect(head).toMatch(/^HTTP\/1\.1 408 .*connection: close/s);
      expect(JSON.parse(body)).toMatchObject({ success: false, code: 'TIMEOUT' });
    }
    expect(logged).toEqual([]);
  },
);

it('closes a body that goes on at its pace after half a minute, unless it is an upload', async () => {
  const piece = 'x'.repeat(10_000);
  const sendSlowly = async (path: string) => {
    const { send, closed } = await begin(path, 5 * piece.length);
    for (let sent = 0; sent < 3; sent += 1) {
      await send(piece);
      await pass(TEN_SECONDS);
    }
    if (path === '/upload') await send(piece + piece);
    return closed;
  };
  expect(await sendSlowly('/')).toMatch(/^HTTP\/1\.1 408/);
  expect(await sendSlowly('/upload')).toContain('{"received":true}');
});

it('keeps what waits for us to read it', async () => {
  const { send, closed } = await begin('/later', 10);
  await send('half ');
  await pass(2 * TEN_SECONDS);
  read();
  await send('whole');
  expect(await closed).toContain('{"received":true}');
});
