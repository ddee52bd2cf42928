import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { freemem } from 'node:os';
import { join } from 'node:path';

/** Linux keeps this folder in memory. */
const IN_MEMORY = '/dev/shm';
const NAME = /^amasin-run-(\d+)-/;
/** What the tests need there, and what the machine must have besides. */
const NEEDED_BYTES = 2 * 2 ** 30;

/**
 * Makes a temporary folder in memory for one run of the tests: each of their files copies a database of some 300 files, which
 * takes a disk a fifth of a second. Null where there is no room, where nothing may be run from it (a hardened system, a
 * container), or where TMPDIR says where to go.
 * @returns its path, and what removes it
 */
export function makeMemoryFolder(
  parent = IN_MEMORY,
  { needed = NEEDED_BYTES, env = process.env, canRun = runsPrograms } = {},
) {
  if (env.TMPDIR) return null;
  try {
    const { bavail, bsize } = statfsSync(parent);
    if (bavail * bsize < needed || freemem() < 2 * needed) return null;
    removeLeftOver(parent);
    const path = mkdtempSync(join(parent, `amasin-run-${process.pid}-`));
    // As /tmp: other accounts of the tests write there too, the database's own among them.
    chmodSync(path, 0o1777);
    const remove = () => rmSync(path, { recursive: true, force: true });
    if (canRun(path)) return { path, remove };
    remove();
    return null;
  } catch {
    // No such folder here, or none for us.
    return null;
  }
}

/** Of runs that were killed: memory is not given back by itself. */
function removeLeftOver(parent) {
  for (const name of readdirSync(parent)) {
    const [, pid] = NAME.exec(name) ?? [];
    if (pid !== undefined && !isAlive(Number(pid)))
      rmSync(join(parent, name), { recursive: true, force: true });
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** Tests write little programs and run them: a folder mounted `noexec` would make them red. */
function runsPrograms(folder) {
  const program = join(folder, 'probe');
  writeFileSync(program, '#!/bin/sh\nexit 0\n', { mode: 0o755 });
  const { status } = spawnSync(program);
  rmSync(program);
  return status === 0;
}
