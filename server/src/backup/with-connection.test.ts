import { Pool } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { optionsOf } from '../database/pool.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { withConnection } from './with-connection.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server.close());

it('fails when it is aborted while it connects, without running the work', async () => {
  const ending = new AbortController();
  let runs = 0;
  const working = withConnection(server.pool, ending.signal, async () => {
    runs += 1;
  });
  ending.abort(new Error('stopped'));
  await expect(working).rejects.toThrow('stopped');
  expect(runs).toBe(0);
});

it('closes the connection when it is aborted during a statement', async () => {
  const ending = new AbortController();
  const working = withConnection(server.pool, ending.signal, async (client) => {
    const sleeping = client.query('select pg_sleep(60)');
    ending.abort(new Error('stopped'));
    await sleeping;
  });
  await expect(working).rejects.toThrow(/terminated|closed/i);
});

it('connects with the password of the pool, which its options hide', () => {
  const pool = new Pool({ password: 'secret', pipeline: true });
  expect({ ...pool.options }).not.toHaveProperty('password');
  expect(optionsOf(pool)).toMatchObject({ password: 'secret', pipeline: false });
});
