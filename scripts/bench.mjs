import { join } from 'node:path';
import { buildOrExit } from './tools/build.mjs';
import { ensureInstalled } from './tools/install.mjs';
import { pinnedNode, run } from './tools/run.mjs';

// Installs and builds the current sources if necessary, then runs a benchmark.
const [measure = 'page-weight'] = process.argv.slice(2);
await ensureInstalled();
await buildOrExit();
process.exitCode = await run(pinnedNode(), [join('bench', `${measure}.mjs`)]);
