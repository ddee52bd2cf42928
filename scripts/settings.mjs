import { ensureInstalled } from './tools/install.mjs';
import { pinnedNode, run } from './tools/run.mjs';

await ensureInstalled();
process.exitCode = await run(pinnedNode(), ['server/src/start/write-settings.child.ts']);
