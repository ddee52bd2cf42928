import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openDatabase } from '../database/database.ts';
import { startTestApp, TestClock } from '../testing/test-app.ts';
import { buildApp } from './app.ts';
import { registerHealth } from './health.ts';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

function serverOn(connectionString: string) {
  const opened = openDatabase({ connectionString }, () => {});
  const app = Fastify();
  registerHealth(app, { ...opened, clock: new TestClock(new Date('2026-11-20T10:00:00.000Z')) });
  cleanups.push(opened.close, () => app.close());
  return { app, opened };
}

const ready = (app: FastifyInstance) => app.inject({ url: '/health/ready' });

describe('GET /health/ready', () => {
  it('returns 200 without a token while the database responds, 503 once it is too new for this code', async () => {
    const t = await startTestApp();
    cleanups.push(t.close);
    const { app } = serverOn(String(t.pool.options.connectionString));
    const response = await ready(app);
    expect([response.statusCode, response.json()]).toEqual([200, { status: 'ok' }]);
    await t.pool.query(`insert into drizzle.__drizzle_migrations (hash, created_at) values ('', 9e12)`);
    const newer = await ready(app);
    expect([newer.statusCode, newer.json()]).toEqual([503, { status: 'database too new' }]);
  });

  it('returns 503 without a database while /health/live returns 200', async () => {
    const { app } = serverOn('postgresql://nobody@127.0.0.1:1/none');
    expect((await ready(app)).statusCode).toBe(503);
    const live = await app.inject({ url: '/health/live' });
    expect([live.statusCode, live.json()]).toEqual([
      200,
      { status: 'ok', version: expect.stringMatching(/^\d+\.\d+\.\d+/) },
    ]);
  });

  it('returns 503 after two seconds without a response from the database', async () => {
    const sockets: Socket[] = [];
    const silent = createServer((socket) => sockets.push(socket)).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    cleanups.push(() => silent.close());
    const { app } = serverOn(`postgresql://nobody@127.0.0.1:${(silent.address() as AddressInfo).port}/none`);
    // Runs before the database is closed: its pool waits for its connections.
    cleanups.push(() => {
      for (const socket of sockets) socket.destroy();
    });
    await app.ready();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    cleanups.push(() => vi.useRealTimers());
    const connected = once(silent, 'connection');
    const status = ready(app).then(({ statusCode }) => statusCode);
    await connected;
    await vi.advanceTimersByTimeAsync(1_999);
    expect(await Promise.race([status, 'waiting'])).toBe('waiting');
    await vi.advanceTimersByTimeAsync(1);
    expect(await status).toBe(503);
  });

  it('returns 503 before the server stops, while all else is served', async () => {
    const t = await startTestApp();
    const app = await buildApp(t.ctx, { logger: false, trustProxy: 0, limits: { isLeaving: () => true } });
    cleanups.push(t.close, () => app.close());
    expect((await ready(app)).statusCode).toBe(503);
    for (const url of ['/health/live', '/api/pharmacies/on-duty'])
      expect((await app.inject({ url })).statusCode, url).toBe(200);
  });

  it('returns 503 during shutdown on an open connection', async () => {
    const t = await startTestApp();
    const app = await buildApp(t.ctx, { logger: false, trustProxy: 0 });
    cleanups.push(t.close, () => app.close());
    const slow = Promise.withResolvers<string>();
    const started = Promise.withResolvers<void>();
    const requested = Promise.withResolvers<void>();
    const stopping = Promise.withResolvers<void>();
    app.get('/slow', () => {
      started.resolve();
      return slow.promise;
    });
    app.addHook('preClose', async () => stopping.resolve());
    app.addHook('preHandler', async ({ url }) => (url === '/health/ready' ? requested.resolve() : undefined));
    await app.listen({ host: '127.0.0.1', port: 0 });
    const client = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
    let received = '';
    client.on('data', (data) => {
      received += data;
    });
    client.write('GET /slow HTTP/1.1\r\nhost: x\r\n\r\n');
    await started.promise;

    const closed = app.close();
    await stopping.promise;
    client.write('GET /health/ready HTTP/1.1\r\nhost: x\r\n\r\n');
    await requested.promise;
    slow.resolve('sent in full');
    await once(client, 'close');
    await closed;

    expect(received).toMatch(/^HTTP\/1\.1 200 OK[\s\S]*sent in full[\s\S]*HTTP\/1\.1 503 [\s\S]*"stopping"/);
  });
});
