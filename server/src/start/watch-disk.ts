import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import type { Log } from '../ctx.ts';

/**
 * Room kept free for PostgreSQL, bytes: four segments of its WAL. Without a byte for the next segment it ends, and
 * cannot even be read.
 */
const RESERVED_BYTES = 64 * 1024 * 1024;

/** A segment takes longer than this to be filled, ms. */
const INTERVAL_MS = 1_000;

export interface DiskWatch {
  /** False while less than the reserve is free. */
  hasRoom(): boolean;
  stop(): void;
}

/** Watches the free space of the folders' disks, so that writes are refused before a disk is full. */
export async function watchDisk(
  folders: readonly string[],
  log: Log,
  { reservedBytes = RESERVED_BYTES, intervalMs = INTERVAL_MS } = {},
): Promise<DiskWatch> {
  let hasRoom = true;
  const check = async () => {
    const free = await Promise.all(folders.filter((folder) => existsSync(folder)).map(freeBytes));
    const had = hasRoom;
    hasRoom = Math.min(...free) >= reservedBytes;
    if (had && !hasRoom) log.error({ folders }, 'the disk is full: writes are refused');
    if (!had && hasRoom) log.warn({ folders }, 'the disk has room again');
  };
  await check();
  const timer = setInterval(() => void check(), intervalMs);
  return { hasRoom: () => hasRoom, stop: () => clearInterval(timer) };
}

/** Infinite when the system does not say: the writes themselves fail then. */
async function freeBytes(folder: string): Promise<number> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
