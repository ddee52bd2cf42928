import { ensureInstalled } from './tools/install.mjs';
import { pinnedNode, run } from './tools/run.mjs';

await ensureInstalled();
process.exitCode = await run(pinnedNode(), ['server/src/cli/main.ts', ...process.argv.slice(2)]);
