import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { freemem } from 'node:os';
import { join } from 'node:path';

/** A folder in memory on Linux. */
const IN_MEMORY = '/dev/shm';
const NAME = /^amasin-run-(\d+)-/;
/** Space that the tests need there; the same amount of memory must also remain free. */
const NEEDED_BYTES = 2 * 2 ** 30;

/**
 * Creates a temporary folder in memory for one run of the tests: each test file copies a database of about 300 files, which
 * takes 200 ms on disk. Null if there is not enough space, if programs cannot run from it (mounted `noexec`), or if TMPDIR
 * is set.
 * @returns its path, and a function that removes it
 */
export function makeMemoryFolder(
  parent = IN_MEMORY,
  { needed = NEEDED_BYTES, env = process.env, canRun = runsPrograms } = {},
) {
  if (env.TMPDIR) return null;
  try {
    const { bavail, bsize } = statfsSync(parent);
    if (bavail * bsize < needed || freemem() < 2 * needed) return null;
    removeStale(parent);
    const path = mkdtempSync(join(parent, `amasin-run-${process.pid}-`));
    // The same mode as /tmp, because other accounts write there too, such as the database's.
    chmodSync(path, 0o1777);
    const remove = () => rmSync(path, { recursive: true, force: true });
    if (canRun(path)) return { path, remove };
    remove();
    return null;
  } catch {
    // The folder does not exist or is not writable.
    return null;
  }
}

/** Removes the folders of killed runs, which would occupy memory until a reboot. */
function removeStale(parent) {
  for (const name of readdirSync(parent)) {
    const [, pid] = NAME.exec(name) ?? [];
    if (pid !== undefined && !isRunning(Number(pid)))
      rmSync(join(parent, name), { recursive: true, force: true });
  }
}

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** Some tests write programs and run them, which fails in a folder mounted `noexec`. */
function runsPrograms(folder) {
  const program = join(folder, 'probe');
  writeFileSync(program, '#!/bin/sh\nexit 0\n', { mode: 0o755 });
  const { status } = spawnSync(program);
  rmSync(program);
  return status === 0;
}
