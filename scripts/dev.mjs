import { join } from 'node:path';
import { ensureInstalled } from './tools/install.mjs';
import { pinnedNode, root, run } from './tools/run.mjs';

await ensureInstalled();
const node = pinnedNode();
const stop = new AbortController();

/** Returns a function that prints whole lines only, so that the two outputs do not mix within a line. */
function prefixed(label) {
  let rest = '';
  return (text) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) console.log(`${label} │ ${line}`);
  };
}

async function serve(label, args, options = {}) {
  const code = await run(node, args, { ...options, output: prefixed(label), signal: stop.signal });
  // When one stops, stop the other too.
  stop.abort();
  return code;
}

const env = { NODE_ENV: 'development', FORCE_COLOR: process.stdout.isTTY ? '1' : '0' };
const codes = await Promise.all([
  serve('serveur', ['--watch', '--watch-preserve-output', 'server/src/main.ts'], { env }),
  serve('web    ', [join(root, 'node_modules/@react-router/dev/bin.cjs'), 'dev'], {
    cwd: join(root, 'web'),
    env,
  }),
]);
process.exitCode = codes.find((code) => code !== 0) ?? 0;
