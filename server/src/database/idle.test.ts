import { afterEach, expect, inject, it, vi } from 'vitest';
import { openDatabase } from './database.ts';

afterEach(() => vi.useRealTimers());

it('an idle connection is kept, with the statements that it has prepared', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { pool, close } = openDatabase({ connectionString: inject('postgres').url, max: 1 }, () => {});
  const pid = async () => (await pool.query('select pg_backend_pid() as pid')).rows[0].pid;
  const before = await pid();
  vi.advanceTimersByTime(3_600_000);
  expect(await pid()).toBe(before);
  await close();
});
