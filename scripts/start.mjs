import { buildOrExit } from './tools/build.mjs';
import { ensureInstalled } from './tools/install.mjs';
import { pinnedNode, run } from './tools/run.mjs';

await ensureInstalled();
await buildOrExit();
process.exitCode = await run(pinnedNode(), ['server/src/main.ts', ...process.argv.slice(2)]);
