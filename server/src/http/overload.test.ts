import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { Endpoint } from '@amasin/domain/contract/endpoint.ts';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { sendError } from './errors.ts';
import { limitLoad } from './overload.ts';

const ordinary = { config: { endpoint: {} as Endpoint } };
const uploading = { config: { endpoint: { upload: true } as Endpoint & { upload: true } } };

const unavailable = {
  success: false,
  code: 'UNAVAILABLE',
  message: 'Service momentanément indisponible. Veuillez réessayer.',
};

let app: FastifyInstance;
let sockets: Socket[];
/** Ends all waiting calls. */
let finish: () => void;
let isClosing: boolean;
/** How many calls have reached their handler. */
let arrived: number;

beforeEach(async () => {
  sockets = [];
  arrived = 0;
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  app = Fastify();
  app.setErrorHandler(sendError);
  isClosing = false;
  limitLoad(app, { maxBusy: 2, isClosing: () => isClosing });
  const wait = async () => {
    arrived += 1;
    await finished;
    return 'done';
  };
  app.get('/wait', ordinary, wait);
  app.post('/wait', ordinary, wait);
  app.post('/upload', uploading, wait);
  app.get('/quick', ordinary, async () => 'done');
  app.get('/health', async () => 'ok');
  await app.listen({ host: '127.0.0.1', port: 0 });
});
afterEach(async () => {
  vi.useRealTimers();
  finish();
  for (const socket of sockets) socket.destroy();
  await app.close();
});

const port = () => (app.server.address() as AddressInfo).port;
const get = async (path: string) => {
  const response = await fetch(`http://127.0.0.1:${port()}${path}`);
  const text = await response.text();
  return { status: response.status, text, retryAfter: response.headers.get('retry-after') };
};

/** Sends the beginning of a request and returns its connection. */
async function open(text: string): Promise<Socket> {
  const socket = connect(port(), '127.0.0.1');
  sockets.push(socket);
  await once(socket, 'connect');
  socket.write(text);
  return socket;
}

const arrivals = (n: number) => expect.poll(() => arrived, { timeout: 20_000, interval: 5 }).toBe(n);

it('refuses a call at once while as many as allowed are served, but no health check', async () => {
  const waiting = [get('/wait'), get('/wait')];
  await arrivals(2);
  const refused = await get('/quick');
  expect(refused).toMatchObject({ status: 503, retryAfter: '2' });
  expect(JSON.parse(refused.text)).toEqual(unavailable);
  expect(await get('/health')).toMatchObject({ status: 200 });
  finish();
  expect(await Promise.all(waiting)).toMatchObject([{ text: 'done' }, { text: 'done' }]);
  expect(await get('/quick')).toMatchObject({ status: 200 });
});

it('refuses every call before the server closes, but no health check', async () => {
  isClosing = true;
  expect(await get('/quick')).toEqual({ status: 503, text: JSON.stringify(unavailable), retryAfter: '2' });
  expect((await get('/health')).status).toBe(200);
});

it('does not count callers that are gone', async () => {
  const head = 'GET /wait HTTP/1.1\r\nhost: x\r\n\r\n';
  const callers = [await open(head), await open(head)];
  await arrivals(2);
  for (const caller of callers) caller.destroy();
  await expect.poll(async () => (await get('/quick')).status, { timeout: 20_000 }).toBe(200);
});

it('does not count calls whose body is still arriving, nor uploads', async () => {
  const head = (path: string) => `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: text/plain\r\n`;
  for (let n = 0; n < 3; n += 1) {
    await open(`${head('/wait')}content-length: 9\r\n\r\nhalf`);
    await open(`${head('/upload')}content-length: 4\r\n\r\nfull`);
  }
  await arrivals(3);
  expect(await get('/quick')).toMatchObject({ status: 200 });
});

it.each(['GET', 'POST'])('a %s that takes 30 seconds is refused as an outage', async (method) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const request = {
    method,
    headers: { 'content-type': 'text/plain' },
    ...(method === 'POST' && { body: 'x' }),
  };
  const called = fetch(`http://127.0.0.1:${port()}/wait`, request);
  while (arrived === 0) await new Promise((resolve) => setImmediate(resolve));
  await vi.advanceTimersByTimeAsync(30_000);
  const response = await called;
  expect(response.status).toBe(503);
  expect(await response.json()).toMatchObject({ success: false, code: 'UNAVAILABLE' });
});
