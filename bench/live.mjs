// `npm run bench:live`: 2,000 clients in 1,000 consultations, beside a bare Socket.IO server in the same run. Prints memory,
// delivery times of stored messages and the time to reconnect after a restart, with their ratios. Linux only: it reads /proc.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './browser.mjs';
import { connectPairs, measureDelivery, untilBack } from './live/clients.mjs';
import { makePairs, serverOn } from './live/servers.mjs';

const PAIRS = 1_000;
const folder = mkdtempSync(join(tmpdir(), 'amasin-bench-'));
try {
  const port = await freePort();
  const amasin = serverOn(port, 'server/src/main.ts', [], {
    PORT: String(port),
    HOST: '127.0.0.1',
    DATA_DIR: folder,
    DEMO: '1',
    LOG_LEVEL: 'error',
  });
  await amasin.start();
  const pairs = await makePairs(folder, PAIRS);
  const ours = await measure(amasin, pairs);
  const barePort = await freePort();
  const bare = serverOn(barePort, 'bench/live/bare-server.mjs', [String(barePort)], {});
  await bare.start();
  const theirs = await measure(bare, pairs);

  console.log(`${PAIRS * 2} clients${'Amasin'.padStart(34)}${'bare'.padStart(12)}${'ratio'.padStart(8)}`);
  for (const [label, value] of Object.entries(ours)) {
    const ratio = (value / theirs[label]).toFixed(1);
    const numbers = [value, theirs[label]].map((number) => number.toFixed(1).padStart(12)).join('');
    console.log(`${label.padEnd(34)}${numbers}${ratio.padStart(8)}`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exit();

async function measure(server, pairs) {
  const before = server.memory();
  const clients = await connectPairs(server.url, pairs);
  const perClient = (server.memory() - before) / clients.length / 1024;
  const at50 = await measureDelivery(clients, 50);
  const at500 = await measureDelivery(clients, 500);
  await server.stop();
  const start = performance.now();
  await server.start();
  const back = await untilBack(clients, start);
  for (const { socket } of clients) socket.disconnect();
  await server.stop();
  return {
    'memory for each client, kB': perClient,
    'p99 at 50 messages a second, ms': at50,
    'p99 at 500 messages a second, ms': at500,
    'all back after a restart, s': back / 1000,
  };
}
