import { join } from 'node:path';
import { buildOrExit } from './tools/build.mjs';
import { ensureInstalled } from './tools/install.mjs';
import { pinnedNode, run } from './tools/run.mjs';

// Installs the packages and builds the web app if necessary, then runs a program of `bench/`.
const [program = 'bench', ...options] = process.argv.slice(2);
await ensureInstalled();
await buildOrExit();
process.exitCode = await run(pinnedNode(), [join('bench', `${program}.mjs`), ...options]);
