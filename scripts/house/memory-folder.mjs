import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { freemem } from 'node:os';
import { join } from 'node:path';

/** Linux keeps this folder in memory. */
const IN_MEMORY = '/dev/shm';
const NAME = /^amasin-run-(\d+)-/;
/** What the tests need there, and what the machine must have besides. */
const NEEDED_BYTES = 2 * 2 ** 30;

/**
 * Makes a temporary folder in memory for one run of the tests: each of their files copies a database of some 300 files, which
 * takes a disk a fifth of a second. Null where there is no room, or where TMPDIR says where to go.
 * @returns its path, and what removes it
 */
export function makeMemoryFolder(parent = IN_MEMORY, { needed = NEEDED_BYTES, env = process.env } = {}) {
  if (env.TMPDIR) return null;
  try {
    const { bavail, bsize } = statfsSync(parent);
    if (bavail * bsize < needed || freemem() < 2 * needed) return null;
    removeLeftOver(parent);
    const path = mkdtempSync(join(parent, `amasin-run-${process.pid}-`));
    // As /tmp: other accounts of the tests write there too, the database's own among them.
    chmodSync(path, 0o1777);
    return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
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
