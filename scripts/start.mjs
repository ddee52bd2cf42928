import { join } from 'node:path';
import { buildOrExit, isBuilt } from './tools/build.mjs';
import { ensureInstalled } from './tools/install.mjs';
import { pinnedNode, root, run, SERVER_ENV, SERVER_FLAGS } from './tools/run.mjs';

await ensureInstalled();
if (!isBuilt()) {
  // The server checks them too, but a build takes a minute.
  const code = await run(pinnedNode(), [join(root, 'server', 'src', 'start', 'check-settings.child.ts')]);
  if (code !== 0) process.exit(code);
  // Its progress goes to the error output: the output is the log of the server.
  await buildOrExit({ output: (text) => process.stderr.write(text) });
}
// For deploy/amasin-build.service: the server itself may not write here.
if (process.argv[2] === '--prepare') process.exit();
const entry = join(root, 'server', 'src', 'main.ts');
const serverArguments = [...SERVER_FLAGS, entry, ...process.argv.slice(2)];
process.exitCode = await run(pinnedNode(), serverArguments, { env: SERVER_ENV, passed: passedSockets() });

/** The port that a socket unit of systemd has opened for this process, if any (sd_listen_fds(3)). */
function passedSockets() {
  const { LISTEN_FDS, LISTEN_PID } = process.env;
  return LISTEN_FDS === '1' && LISTEN_PID === String(process.pid) ? [3] : [];
}
