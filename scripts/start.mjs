import { buildOrExit } from './tools/build.mjs';
import { ensureServerBuilt } from './tools/build-server.mjs';
import { ensureInstalled } from './tools/install.mjs';
import { pinnedNode, run, SERVER_ENV, SERVER_FLAGS } from './tools/run.mjs';

await ensureInstalled();
await buildOrExit();
const serverArguments = [...SERVER_FLAGS, await ensureServerBuilt(), ...process.argv.slice(2)];
process.exitCode = await run(pinnedNode(), serverArguments, { env: SERVER_ENV });
