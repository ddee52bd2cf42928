import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { drills } from './drills.mjs';
import { runDrill } from './run-drill.mjs';

/**
 * How long to be ready takes depends on what else the machine does; that nothing is lost does not. Without `overload` and
 * `costly-requests`, which measure times, and `sigterm-under-load`, whose rare loss is the kernel's (decision 26).
 */
const READY_MS = 30_000;
const forms = {
  'kill-server': { times: 2 },
  'kill-database': { times: 2 },
  'kill-both': { times: 1 },
  'kept-port': { times: 1 },
  'restart-loop': { times: 1 },
  'freeze-database': { times: 1, holdMs: 10_000 },
  'disk-full': { times: 1, holdMs: 3_000 },
  'clock-jump': { times: 1, holdMs: 3_000 },
};

/** Runs each drill once or twice. @returns what went wrong */
export async function runShort({ rate }, signal) {
  const faults = [];
  for (const [name, form] of Object.entries(forms)) {
    if (drills[name].needsDisk && !canMount()) {
      console.log(`\n${name}: left out, no disk can be mounted here`);
      continue;
    }
    console.log(`\n${name}`);
    const found = await runDrill(drills[name], { ...form, rate, readyMs: READY_MS }, signal);
    faults.push(...found.map((fault) => `${name}: ${fault}`));
  }
  return faults;
}

/** Neither a user other than root nor root in most containers can. */
function canMount() {
  const folder = mkdtempSync(join(tmpdir(), 'amasin-mount-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', 'amasin-drill', folder], { stdio: 'ignore' });
    execFileSync('umount', [folder]);
    return true;
  } catch {
    return false;
  } finally {
    rmdirSync(folder);
  }
}
