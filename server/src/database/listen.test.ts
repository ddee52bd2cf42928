import { once } from 'node:events';
import { Socket } from 'node:net';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { type Listening, listen } from './listen.ts';

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server.close());

it('closed while it reconnects, closes the new connection and resumes nothing', async () => {
  const sockets: Socket[] = [];
  let listening: Listening | undefined;
  const closed = Promise.withResolvers<void>();
  // Called for each new connection.
  const stream = () => {
    listening?.close().then(closed.resolve, closed.reject);
    const socket = new Socket();
    sockets.push(socket);
    return socket;
  };
  const pool = { options: { ...server.pool.options, stream } } as unknown as Pool;
  const onResume = vi.fn();
  listening = await listen(pool, 'essai', { onPayload: () => {}, onResume, onError: () => {} });

  await server.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and query = 'listen essai'`,
  );
  await closed.promise;
  if (!sockets[1]?.closed) await once(sockets[1]!, 'close');
  expect(sockets).toHaveLength(2);
  expect(onResume).not.toHaveBeenCalled();
}, 20_000);
