import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, it, vi } from 'vitest';
import { type ChildPoolOptions, childPool } from './child-pool.ts';
import type { TestJob } from './jobs.fixture.ts';

interface Done {
  readonly pid: number;
  readonly settings: readonly string[];
}

const script = new URL('./jobs.fixture.ts', import.meta.url);
const pool = (options: Partial<ChildPoolOptions> = {}) =>
  childPool<TestJob, Done>(script, {
    processes: 1,
    waiting: 5,
    jobMs: 60_000,
    megabytes: 300,
    failure: 'FILE_TOO_LARGE',
    ...options,
  });
/** Shared, because starting a process takes a tenth of a second. */
const run = pool({ waiting: 2 });

it('runs jobs one after the other in a process without our settings', async () => {
  vi.stubEnv('LINK_SECRET', 'not for children');
  const [first, second] = await Promise.all([run({}), run({})]);
  expect(first.pid).not.toBe(process.pid);
  expect(second.pid).toBe(first.pid);
  expect(first.settings).not.toContain('LINK_SECRET');
  vi.unstubAllEnvs();
});

it('does a job in a new process when the idle one was killed', async () => {
  const { pid } = await run({});
  process.kill(pid, 'SIGKILL');
  expect((await run({})).pid).not.toBe(pid);
});

it('refuses a job that crashes its process twice, and does the next one', async () => {
  await expect(run({ crash: true })).rejects.toMatchObject({ code: 'FILE_TOO_LARGE' });
  expect(await run({})).toHaveProperty('pid');
});

// Other systems are for development only: no limit of the kernel there.
it.runIf(process.platform === 'linux')('refuses a job that takes too much memory', async () => {
  expect(await run({ allocate: 100 })).toHaveProperty('pid');
  await expect(run({ allocate: 900 })).rejects.toMatchObject({ code: 'FILE_TOO_LARGE' });
});

it('kills the process of a job that takes too long', async () => {
  await expect(pool({ jobMs: 500 })({ endless: true })).rejects.toMatchObject({ code: 'FILE_TOO_LARGE' });
});

it('refuses with 503 when too many jobs wait', async () => {
  const results = await Promise.allSettled(Array.from({ length: 5 }, () => run({})));
  expect(results.map(({ status }) => status)).toEqual([
    ...Array(3).fill('fulfilled'),
    ...Array(2).fill('rejected'),
  ]);
  expect(results[4]).toMatchObject({
    reason: { code: 'UNAVAILABLE', status: 503, details: { retryAfter: expect.any(Number) } },
  });
});

it('ends the process in the middle of a job when the server is killed', async () => {
  const parent = spawn(process.execPath, [fileURLToPath(new URL('./parent.fixture.ts', import.meta.url))], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  await once(parent.stdout, 'data');
  // The child has the same standard error: it ends when both have ended. Awaited from here: at the exit of its
  // parent, Node reads the rest, so that a later listener may miss the end.
  const ended = once(parent.stderr.resume(), 'end');
  parent.kill('SIGKILL');
  await ended;
});
