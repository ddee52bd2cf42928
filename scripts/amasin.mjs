import { ensureInstalled } from './house/install.mjs';
import { pinnedNode } from './house/pinned-node.mjs';
import { run } from './house/run.mjs';

await ensureInstalled();
process.exitCode = await run(pinnedNode(), ['server/src/cli/main.ts', ...process.argv.slice(2)]);
