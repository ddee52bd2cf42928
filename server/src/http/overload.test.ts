import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import type { Endpoint } from '@amasin/domain/contract/endpoint.ts';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { sendError } from './errors.ts';
import { limitLoad } from './overload.ts';

const ordinary = { config: { endpoint: {} as Endpoint } };
const uploading = { config: { endpoint: { upload: true } as Endpoint & { upload: true } } };
const byKey = { config: { endpoint: { byKey: true } as Endpoint & { byKey: true } } };

const MAX_BUSY = 20;
const UNREAD_MS = 1_000;

/** More than the system keeps for a connection that is not read. */
const LARGE = 'x'.repeat(7 * 1_048_576);

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
/** Each request has an address of its own, unless it says which. */
let addresses: number;
/** How many calls have reached their handler. */
let arrived: number;
/** How many calls have reached the server. */
let asked: number;
/** How many callers have left before their response. */
let left: number;

beforeEach(async () => {
  sockets = [];
  arrived = 0;
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  app = Fastify({ trustProxy: true });
  addresses = 0;
  app.setErrorHandler(sendError);
  isClosing = false;
  left = 0;
  asked = 0;
  app.addHook('onRequest', async (_request, { raw }) => {
    asked += 1;
    raw.once('close', () => {
      if (!raw.writableEnded) left += 1;
    });
  });
  // As a session does.
  app.addHook('onRequest', async (request) => {
    const person = request.headers['x-person'];
    if (person !== undefined) request.actor = { _id: person } as typeof request.actor;
  });
  limitLoad(app, { maxBusy: MAX_BUSY, isClosing: () => isClosing, unreadMs: UNREAD_MS });
  const wait = async () => {
    arrived += 1;
    await finished;
    return 'done';
  };
  app.get('/wait', ordinary, wait);
  app.post('/wait', ordinary, wait);
  app.post('/upload', uploading, wait);
  app.post('/list', byKey, async () => 'done');
  app.get('/large', ordinary, async () => LARGE);
  app.get('/stream', ordinary, async (_request, reply) => reply.send(Readable.from([LARGE])));
  app.get('/unknown', {
    ...ordinary,
    onRequest: async () => void (await wait()),
    handler: async () => 'done',
  });
  app.get('/quick', ordinary, async () => 'done');
  app.get('/page', async () => 'done');
  app.get('/health', { config: { always: true } }, async () => 'ok');
  await app.listen({ host: '127.0.0.1', port: 0 });
});
afterEach(async () => {
  vi.useRealTimers();
  finish();
  for (const socket of sockets) socket.destroy();
  await app.close();
});

const port = () => (app.server.address() as AddressInfo).port;
const newAddress = () => {
  addresses += 1;
  return `10.0.0.${addresses}`;
};
const get = async (path: string, from = newAddress(), person?: string) => {
  const headers = { 'x-forwarded-for': from, ...(person !== undefined && { 'x-person': person }) };
  const response = await fetch(`http://127.0.0.1:${port()}${path}`, { headers });
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

/** Takes every place, each for another person. */
const fill = async <T>(one: (person: string) => Promise<T>) => {
  const waiting = Array.from({ length: MAX_BUSY }, (_, n) => one(`person ${n}`));
  await arrivals(MAX_BUSY);
  return waiting;
};
const arrivals = (n: number) => expect.poll(() => arrived, { timeout: 20_000, interval: 5 }).toBe(n);

it('refuses a call at once while as many as allowed are served, but no health check', async () => {
  const waiting = await fill((person) => get('/wait', newAddress(), person));
  const refused = await get('/quick');
  expect(refused).toMatchObject({ status: 503, retryAfter: '2' });
  expect(JSON.parse(refused.text)).toEqual(unavailable);
  expect(await get('/health')).toMatchObject({ status: 200 });
  finish();
  expect((await Promise.all(waiting)).map(({ text }) => text)).toEqual(Array(MAX_BUSY).fill('done'));
  expect(await get('/quick')).toMatchObject({ status: 200 });
});

it('refuses every call before the server closes, but no health check', async () => {
  isClosing = true;
  expect(await get('/quick')).toEqual({ status: 503, text: JSON.stringify(unavailable), retryAfter: '2' });
  expect((await get('/health')).status).toBe(200);
});

it('refuses a page of no endpoint like a call, unless it is marked', async () => {
  const waiting = await fill((person) => get('/wait', newAddress(), person));
  expect(await get('/page')).toMatchObject({ status: 503, retryAfter: '2' });
  finish();
  await Promise.all(waiting);
  expect(await get('/page')).toMatchObject({ status: 200 });
});

it('counts callers that are gone until their work ends', async () => {
  const head = (person: string) => `GET /wait HTTP/1.1\r\nhost: x\r\nx-person: ${person}\r\n\r\n`;
  for (const call of await fill((person) => open(head(person)))) (await call).destroy();
  await expect.poll(() => left, { timeout: 20_000 }).toBe(MAX_BUSY);
  expect((await get('/quick')).status).toBe(503);
  finish();
  await expect.poll(async () => (await get('/quick')).status, { timeout: 20_000 }).toBe(200);
});

it('serves eight calls of the visitors of one address at once; two hundred wait without a place', async () => {
  const waiting = Array.from({ length: 209 }, () => get('/wait', '10.1.1.1'));
  expect((await Promise.race(waiting)).status).toBe(503);
  await arrivals(8);
  expect((await get('/quick')).status).toBe(200);
  expect(arrived).toBe(8);
  finish();
  const served = (await Promise.all(waiting)).filter(({ status }) => status === 200);
  expect(served).toHaveLength(208);
  expect((await get('/quick', '10.1.1.1')).status).toBe(200);
});

it('counts the networks of a /48 of IPv6 as one address: one subscription has thousands', async () => {
  const waiting = Array.from({ length: 20 }, (_, n) => get('/wait', `2001:db8:1:${n}::1`));
  await arrivals(8);
  expect((await get('/quick', '2001:db8:2::1')).status).toBe(200);
  expect(arrived).toBe(8);
  finish();
  for (const { status } of await Promise.all(waiting)) expect(status).toBe(200);
});

it('gives the callers of one address half of the places until it is known who they are', async () => {
  const unknown = Array.from({ length: MAX_BUSY / 2 }, () => get('/unknown', '10.1.1.1'));
  await arrivals(MAX_BUSY / 2);
  expect((await get('/quick', '10.1.1.1')).status).toBe(503);
  expect((await get('/quick')).status).toBe(200);
  finish();
  for (const { status } of await Promise.all(unknown)) expect(status).toBe(200);
});

it('keeps the last quarter of the places for people who have signed in', async () => {
  const visitors = Array.from({ length: 15 }, () => get('/wait'));
  await arrivals(15);
  expect((await get('/quick')).status).toBe(503);
  expect((await get('/quick', newAddress(), 'Afi')).status).toBe(200);
  finish();
  for (const { status } of await Promise.all(visitors)) expect(status).toBe(200);
  expect((await get('/quick')).status).toBe(200);
});

/** Asks and never reads. */
const askSilently = async (path: string, from: string, person?: string) => {
  const names = person === undefined ? '' : `x-person: ${person}\r\n`;
  const socket = await open(`GET ${path} HTTP/1.1\r\nhost: x\r\nx-forwarded-for: ${from}\r\n${names}\r\n`);
  socket.on('error', () => {});
  return socket.pause();
};

it('an answer that nobody reads takes no place and no turn, and ends', async () => {
  let ended = 0;
  app.server.on('connection', (socket) => socket.once('close', () => (ended += 1)));
  for (let n = 0; n < MAX_BUSY; n += 1) await askSilently('/large', newAddress());
  for (let n = 0; n < 4; n += 1) await askSilently('/large', newAddress(), 'Afi');
  await expect.poll(() => asked, { timeout: 20_000 }).toBe(MAX_BUSY + 4);
  expect((await get('/quick')).status).toBe(200);
  expect((await get('/quick', newAddress(), 'Afi')).status).toBe(200);
  await expect.poll(() => ended, { timeout: 20_000 }).toBe(MAX_BUSY + 4);
});

it('an address that leaves 8 MB unread is refused until they are read or have ended; others are served', async () => {
  const leaveUnread = async () => {
    await askSilently('/large', '10.1.1.1');
    return (await get('/health', '10.1.1.1')).status;
  };
  await expect.poll(leaveUnread, { timeout: 20_000 }).toBe(503);
  expect((await get('/quick')).status).toBe(200);
  await expect.poll(async () => (await get('/quick', '10.1.1.1')).status, { timeout: 20_000 }).toBe(200);
});

it('a download that is not read keeps a turn of its person until it ends, and no place', async () => {
  for (let n = 0; n < 4; n += 1) await askSilently('/stream', newAddress(), 'Afi');
  await expect.poll(() => asked, { timeout: 20_000 }).toBe(4);
  const next = get('/quick', newAddress(), 'Afi');
  expect((await get('/quick', newAddress(), 'Bola')).status).toBe(200);
  expect((await next).status).toBe(200);
});

it('serves four calls of a person at once, whatever their address; the others wait without a place', async () => {
  const mine = Array.from({ length: 55 }, () => get('/wait', newAddress(), 'Afi'));
  expect((await Promise.race(mine)).status).toBe(429);
  await arrivals(4);
  const hers = Array.from({ length: 4 }, () => get('/wait', '10.1.1.1', 'Bola'));
  await arrivals(8);
  const others = Array.from({ length: MAX_BUSY - 8 }, () => get('/wait'));
  await arrivals(MAX_BUSY);
  expect((await get('/quick')).status).toBe(503);
  finish();
  const served = (await Promise.all([...mine, ...hers, ...others])).filter(({ status }) => status === 200);
  expect(served).toHaveLength(54 + 4 + others.length);
});

it('does not keep the turn of a call that was answered while it waited', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const calls = Array.from({ length: 12 }, () => get('/wait', newAddress(), 'Afi'));
  while (asked < 12) await new Promise((resolve) => setImmediate(resolve));
  await vi.advanceTimersByTimeAsync(30_000);
  for (const { status } of await Promise.all(calls)) expect(status).toBe(503);
  vi.useRealTimers();
  finish();
  await expect
    .poll(async () => (await get('/wait', newAddress(), 'Afi')).status, { timeout: 20_000 })
    .toBe(200);
});

it('does not keep the turn of a caller who left while waiting', async () => {
  const mine = Array.from({ length: 4 }, () => get('/wait', newAddress(), 'Afi'));
  await arrivals(4);
  const gone = await open('GET /wait HTTP/1.1\r\nhost: x\r\nx-person: Afi\r\n\r\n');
  const last = get('/wait', newAddress(), 'Afi');
  gone.destroy();
  await expect.poll(() => left, { timeout: 20_000 }).toBe(1);
  finish();
  for (const response of await Promise.all([...mine, last])) expect(response.status).toBe(200);
  expect(arrived).toBe(5);
});

const head = (path: string, from: string) =>
  `POST ${path} HTTP/1.1\r\nhost: x\r\nx-forwarded-for: ${from}\r\ncontent-type: text/plain\r\n`;

it('does not count calls whose body is still arriving, nor uploads', async () => {
  for (let n = 0; n < MAX_BUSY; n += 1) {
    await open(`${head('/wait', newAddress())}content-length: 9\r\n\r\nhalf`);
    await open(`${head('/upload', newAddress())}content-length: 4\r\n\r\nfull`);
  }
  await arrivals(MAX_BUSY);
  expect(await get('/quick')).toMatchObject({ status: 200 });
});

it('refuses the next unfinished body of the visitors of an address with a hundred, and of a person with twenty', async () => {
  const unfinished = `${head('/wait', '10.1.1.1')}content-length: 9\r\n\r\nhalf`;
  for (let n = 0; n < 100; n += 1) await open(unfinished);
  await expect.poll(() => asked, { timeout: 20_000 }).toBe(100);
  const one = await open(unfinished);
  let received = '';
  one.on('data', (chunk) => {
    received += chunk;
  });
  await once(one, 'end');
  expect(received).toMatch(/^HTTP\/1\.1 503 .*connection: close/s);
  expect((await get('/quick', '10.1.1.1')).status).toBe(200);
  const known = {
    method: 'POST',
    headers: { 'x-forwarded-for': '10.1.1.1', 'x-person': 'Afi' },
    body: 'half',
  };
  const answer = fetch(`http://127.0.0.1:${port()}/wait`, known);
  await arrivals(1);
  finish();
  expect((await answer).status).toBe(200);
  for (let n = 0; n < 20; n += 1) await open(`${unfinished.replace('host', 'x-person: Bola\r\nhost')}`);
  await expect.poll(() => asked, { timeout: 20_000 }).toBe(123);
  const beyond = await open(`${unfinished.replace('host', 'x-person: Bola\r\nhost')}`);
  beyond.on('data', (chunk) => {
    received += chunk;
  });
  received = '';
  await once(beyond, 'end');
  expect(received).toMatch(/^HTTP\/1\.1 503 /);
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

it('a list that a program sends for a minute is not an outage', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const sending = await open(
    `${head('/list', newAddress())}content-length: 9\r\nconnection: close\r\n\r\nhalf`,
  );
  let received = '';
  sending.on('data', (chunk) => {
    received += chunk;
  });
  while (asked === 0) await new Promise((resolve) => setImmediate(resolve));
  await vi.advanceTimersByTimeAsync(60_000);
  sending.write(' done');
  await once(sending, 'end');
  expect(received).toMatch(/^HTTP\/1\.1 200 /);
});
