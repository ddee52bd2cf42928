import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { type AddressInfo, connect, Socket } from 'node:net';
import Fastify from 'fastify';
import { expect, it, vi } from 'vitest';
import { askBeforeClosing, closeHttp } from './close-http.ts';

/** A server with a pending request on a keep-alive connection. */
async function startPendingRequest() {
  const app = Fastify();
  const received = Promise.withResolvers<void>();
  const body = Promise.withResolvers<string>();
  app.get('/', () => {
    received.resolve();
    return body.promise;
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const call = request({ host: '127.0.0.1', port, agent: new Agent({ keepAlive: true }) });
  call.end();
  await received.promise;
  return { app, call, body };
}

/** A server that asks its clients to close their connections before it closes. */
async function startAsking() {
  const app = Fastify({ return503OnClosing: false });
  app.get('/', async () => 'whole');
  askBeforeClosing(app, async () => undefined);
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  return { app, port };
}

it('responds to a pending request, then closes its keep-alive connection', async () => {
  const { app, call, body } = await startPendingRequest();
  const closed = closeHttp(app, 60_000);
  body.resolve('whole');
  const [response] = await once(call, 'response');
  expect((await response.toArray()).join('')).toBe('whole');
  await closed;
});

it('closes the connection of a request that takes too long', async () => {
  const { app, call, body } = await startPendingRequest();
  const error = once(call, 'error');
  const closed = closeHttp(app, 100);
  expect((await error)[0]).toMatchObject({ code: 'ECONNRESET' });
  await closed;
  body.resolve('too late');
});

it('responds to requests that have been sent but not yet read, on new and on idle connections', async () => {
  const { app, port } = await startAsking();
  const head = 'GET / HTTP/1.1\r\nhost: x\r\n\r\n';
  const connected = async () => {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    return socket;
  };
  const idle = await connected();
  idle.write(head);
  await once(idle, 'data');
  const sockets = [idle, await connected()];
  const responses = sockets.map((socket) => once(socket, 'data'));
  for (const socket of sockets) socket.write(head);
  const closed = closeHttp(app, 60_000);
  for (const [data] of await Promise.all(responses)) expect(String(data)).toMatch(/whole$/);
  await closed;
});

it('responds to what arrives after the port was closed, on a new and on an idle connection', async () => {
  const { app, port } = await startAsking();
  const head = 'GET / HTTP/1.1\r\nhost: x\r\n\r\n';
  const idle = connect(port, '127.0.0.1');
  idle.write(head);
  await once(idle, 'data');
  const accepted = once(app.server, 'connection');
  const sockets = [idle, connect(port, '127.0.0.1')];
  await accepted;
  const responses = sockets.map(async (socket) => {
    const [data] = await Promise.race([once(socket, 'data'), once(socket, 'close')]);
    return String(data);
  });
  // `closeHttp` reads it each time before it may close the idle connections.
  const listening = vi.spyOn(app.server, 'listening', 'get');
  const closed = closeHttp(app, 60_000, 30_000);
  const hasLooked = () => listening.mock.results.filter(({ value }) => value === false).length > 3;
  const isAnyClosed = () => sockets.some((socket) => socket.closed);
  await expect.poll(() => hasLooked() || isAnyClosed(), { timeout: 60_000 }).toBe(true);
  for (const socket of sockets) socket.write(head);
  for (const text of await Promise.all(responses)) expect(text).toMatch(/whole$/);
  await closed;
});

it('responds to what arrives on an idle connection while others are closed', async () => {
  const { app, port } = await startAsking();
  const sockets: Socket[] = [];
  for (let n = 0; n < 50; n += 1) {
    const accepted = once(app.server, 'connection');
    sockets.push(connect(port, '127.0.0.1').resume());
    await accepted;
  }
  const first = sockets[0]!;
  const last = sockets.at(-1)!;
  const response = Promise.race([once(last, 'data'), once(last, 'close')]);
  first.once('close', () => last.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n'));
  await closeHttp(app, 60_000, 0);
  expect(String((await response)[0])).toMatch(/whole$/);
});

it('closes its port, serves requests with Connection: close while one is pending, then ends live connections', async () => {
  const app = Fastify({ return503OnClosing: false });
  const { promise: pending, resolve: respond } = Promise.withResolvers<string>();
  app.get('/', async () => 'whole');
  app.get('/slow', () => pending);
  let haveSocketsEnded = false;
  const closeSockets = async () => {
    haveSocketsEnded = true;
  };
  askBeforeClosing(app, closeSockets, 60_000);
  await app.listen({ host: '127.0.0.1', port: 0 });
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  const agent = new Agent({ keepAlive: true });
  const get = async (path: string) => {
    const [response] = await once(request(url + path, { agent }).end(), 'response');
    response.resume();
    return [response.statusCode, response.headers.connection];
  };
  const slow = get('/slow');
  expect(await get('/')).toEqual([200, 'keep-alive']);
  const closed = closeHttp(app, 60_000);
  await expect.poll(() => app.server.listening).toBe(false);
  expect(await get('/')).toEqual([200, 'close']);
  await expect(get('/')).rejects.toThrow('ECONNREFUSED');
  expect(haveSocketsEnded).toBe(false);
  respond('whole');
  await slow;
  await closed;
  expect(haveSocketsEnded).toBe(true);
});

it('closes a port of systemd without reading what waits there', async () => {
  vi.stubEnv('LISTEN_FDS', '1');
  vi.stubEnv('LISTEN_PID', String(process.pid));
  const app = Fastify();
  const listening = Promise.withResolvers<boolean>();
  // Reading takes three turns of the event loop at least.
  const lookNextTurn = async () => void setImmediate(() => listening.resolve(app.server.listening));
  askBeforeClosing(app, lookNextTurn, 0);
  await app.listen({ host: '127.0.0.1', port: 0 });
  await closeHttp(app, 60_000, 0);
  vi.unstubAllEnvs();
  expect(await listening.promise).toBe(false);
});

it('closes idle connections in the end, although others keep sending', async () => {
  const app = Fastify({ return503OnClosing: false });
  app.get('/', async () => 'whole');
  askBeforeClosing(app, async () => undefined, 0);
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const idle = connect(port, '127.0.0.1');
  idle.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
  await once(idle, 'data');
  const ended = once(idle.resume(), 'end');
  const closed = closeHttp(app, 60_000);
  // As a request would, of which this test cannot send one on a connection that stays open.
  const sending = setInterval(() => app.server.emit('connection', new Socket()), 50);
  await ended;
  clearInterval(sending);
  await closed;
});
