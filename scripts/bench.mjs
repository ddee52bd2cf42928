import { join } from 'node:path';
import { buildOrGiveUp } from './house/build.mjs';
import { ensureInstalled } from './house/install.mjs';
import { pinnedNode } from './house/pinned-node.mjs';
import { run } from './house/run.mjs';

// Measures the site as it stands: installed and built first, where that is not done.
const [measure = 'page-weight'] = process.argv.slice(2);
await ensureInstalled();
await buildOrGiveUp();
process.exitCode = await run(pinnedNode(), [join('bench', `${measure}.mjs`)]);
