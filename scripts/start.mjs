import { buildOrGiveUp } from './house/build.mjs';
import { ensureInstalled } from './house/install.mjs';
import { pinnedNode } from './house/pinned-node.mjs';
import { run } from './house/run.mjs';

await ensureInstalled();
await buildOrGiveUp();
process.exitCode = await run(pinnedNode(), ['server/src/main.ts', ...process.argv.slice(2)]);
