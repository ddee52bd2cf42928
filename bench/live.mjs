// `npm run bench:live`: 2,000 clients in 1,000 consultations, compared with a bare Socket.IO server in the same run.
// Prints memory, delivery times of stored messages and the time to reconnect after a restart, with their ratios. Linux
// only: it reads /proc. `npm run bench:live -- 50` is a short trial with 50 consultations: too few clients to tell
// their memory from that of the server. 50 is the minimum: each sender then sends up to 10 messages a second, below
// its limit of 20 events a second.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { productOn } from './api/servers.mjs';
import { connectPairs, measureDelivery, untilBack } from './live/clients.mjs';
import { makePairs } from './live/pairs.mjs';
import { freePort, serverOn } from './server-process.mjs';

const FULL = 1_000;
const MIN_PAIRS = 50;

const pairCount = Number(process.argv[2] ?? FULL);
const seconds = pairCount < FULL ? 3 : 10;
if (!(Number.isInteger(pairCount) && pairCount >= MIN_PAIRS)) {
  console.error(`bench:live: expected a number of consultations of at least ${MIN_PAIRS}`);
  process.exit(2);
}

const signalled = new Promise((_, reject) => {
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, () => reject(new Error(name)));
});
const folder = mkdtempSync(join(tmpdir(), 'amasin-bench-'));
const amasin = await productOn(folder);
const barePort = await freePort();
const bare = serverOn(barePort, 'bench/live/bare-server.mjs', [String(barePort)], {});
let code = 0;
try {
  await Promise.race([compare(), signalled]);
} catch (error) {
  console.error(`bench:live: ${error.message}`);
  code = 1;
} finally {
  await Promise.all([amasin.end(), bare.end()]);
  rmSync(folder, { recursive: true, force: true });
}
process.exit(code);

async function compare() {
  console.log('Amasin: starting with demo data');
  await amasin.start();
  const pairs = await makePairs(folder, pairCount);
  await amasin.stop();
  console.log(`Amasin: ${pairCount} consultations made`);
  const ours = await measure('Amasin', amasin, pairs);
  const theirs = await measure('bare', bare, pairs);

  console.log(
    `\n${`${pairCount * 2} clients`.padEnd(34)}${'Amasin'.padStart(12)}${'bare'.padStart(12)}${'ratio'.padStart(8)}`,
  );
  for (const [label, value] of Object.entries(ours)) {
    const ratio = (value / theirs[label]).toFixed(1);
    const numbers = [value, theirs[label]].map((number) => number.toFixed(1).padStart(12)).join('');
    console.log(`${label.padEnd(34)}${numbers}${ratio.padStart(8)}`);
  }
}

async function measure(name, server, pairs) {
  await server.start();
  const before = server.memory();
  const clients = await connectPairs(server.url, pairs);
  const perClient = (server.memory() - before) / clients.length / 1024;
  console.log(`${name}: ${clients.length} clients connected`);
  const at50 = await measureDelivery(clients, { perSecond: 50, seconds });
  console.log(`${name}: measured at 50 messages a second`);
  const at500 = await measureDelivery(clients, { perSecond: 500, seconds });
  console.log(`${name}: measured at 500 messages a second`);
  await server.stop();
  const start = performance.now();
  await server.start();
  const back = await untilBack(clients, start);
  console.log(`${name}: all clients back after a restart`);
  for (const { socket } of clients) socket.disconnect();
  await server.stop();
  return {
    'memory for each client, kB': perClient,
    'p99 at 50 messages a second, ms': at50,
    'p99 at 500 messages a second, ms': at500,
    'all back after a restart, s': back / 1000,
  };
}
