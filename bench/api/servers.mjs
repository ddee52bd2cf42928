import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureServerBuilt } from '../../scripts/tools/build-server.mjs';
import { root, SERVER_ENV, SERVER_FLAGS } from '../../scripts/tools/run.mjs';
import { readEnv } from '../../server/src/env.ts';
import { heldServerOn } from '../held-server.mjs';
import { freePort, serverOn } from '../server-process.mjs';
import { operations } from './operations/operations.mjs';

const STARTS = 3;

/** The limits that are settings, above what the load reaches: they are not what is measured. */
const unlimited = Object.fromEntries(
  Object.keys(readEnv({}))
    .filter((name) => /_PER_(MINUTE|HOUR)$|_LIMIT$/.test(name))
    .map((name) => [name, '1000000']),
);

/**
 * The product as `npm start` runs it in production, or its source; DEMO is needed for the provider that approves payments.
 * `isPortKept`: its port stays open while it restarts.
 */
export async function productOn(
  dataDir,
  { nodeArguments = [], settings = {}, isSource = false, isPortKept = false } = {},
) {
  const port = await freePort();
  const env = {
    ...SERVER_ENV,
    NODE_ENV: 'production',
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
    PORT: String(port),
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    DEMO: '1',
    LOG_LEVEL: 'error',
    ...unlimited,
    ...settings,
  };
  const options = { readyPath: '/health/ready', nodeArguments: [...SERVER_FLAGS, ...nodeArguments] };
  const script = isSource ? join(root, 'server/src/main.ts') : await ensureServerBuilt();
  return (isPortKept ? heldServerOn : serverOn)(port, script, [], env, options);
}

/** Starts the product several times and leaves it running. @returns the times until it was ready, ms */
export async function startSeveral(product) {
  const times = [];
  for (let n = 1; n <= STARTS; n += 1) {
    times.push(Math.round(await product.start()));
    if (n < STARTS) await product.stop();
  }
  return times;
}

/** The bare server, which gets some answers of the product to send them as they are. */
export async function bareOn({ product, world, scratch }) {
  const bodies = {};
  for (const { of } of Object.values(operations)) {
    if (of === undefined) continue;
    await operations[of].create(world)(async ({ path, token }) => {
      const response = await fetch(product.url + path, { headers: { authorization: `Bearer ${token}` } });
      if (!response.ok) throw new Error(`GET ${path}: ${response.status} ${await response.text()}`);
      bodies[of] = await response.text();
    }, 0);
  }
  const file = join(scratch, 'bare.json');
  writeFileSync(file, JSON.stringify({ connection: world.connection, bodies }), { mode: 0o600 });
  const port = await freePort();
  return serverOn(port, 'bench/api/bare-server.mjs', [String(port), file], { NODE_ENV: 'production' });
}
