import { statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { afterEach, expect, it, vi } from 'vitest';
import { type DiskWatch, watchDisk } from './watch-disk.ts';

const statfs = vi.hoisted(() => vi.fn());
vi.mock('node:fs/promises', async (original) => ({ ...(await original<object>()), statfs }));

const MB = 1024 * 1024;
const free = (megabytes: number) => ({
  ...statfsSync(tmpdir()),
  bsize: 4096,
  bavail: (megabytes * MB) / 4096,
});

let watch: DiskWatch | undefined;
afterEach(() => watch?.stop());

it('has no room from the moment less than 64 MB are free until they are again, and logs both', async () => {
  const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  statfs.mockResolvedValue(free(64));
  watch = await watchDisk([tmpdir(), '/not/yet/created'], log, { intervalMs: 1 });
  expect(watch.hasRoom()).toBe(true);
  statfs.mockResolvedValue(free(63));
  await expect.poll(() => watch?.hasRoom()).toBe(false);
  statfs.mockResolvedValue(free(64));
  await expect.poll(() => watch?.hasRoom()).toBe(true);
  expect(log.error).toHaveBeenCalledExactlyOnceWith(
    { folders: expect.anything() },
    expect.stringMatching(/full/),
  );
  expect(log.warn).toHaveBeenCalledExactlyOnceWith(
    { folders: expect.anything() },
    expect.stringMatching(/room/),
  );
});

it('has room where the system does not say how much', async () => {
  statfs.mockRejectedValue(new Error('not supported'));
  watch = await watchDisk([tmpdir()], { info() {}, warn() {}, error() {} });
  expect(watch.hasRoom()).toBe(true);
});
