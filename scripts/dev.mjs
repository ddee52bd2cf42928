import { join } from 'node:path';
import { ensureInstalled } from './house/install.mjs';
import { pinnedNode } from './house/pinned-node.mjs';
import { root } from './house/root.mjs';
import { run } from './house/run.mjs';

await ensureInstalled();
const node = pinnedNode();
const stop = new AbortController();

/** Whole lines only, so that the two do not write into each other's. */
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
  // One without the other is of no use.
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
