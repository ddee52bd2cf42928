// The load client, in a process of its own: one task by IPC, then its result. Ends with its parent.
import { Client } from 'undici';
import { percentileOf } from '../../percentile.mjs';
import { operations } from '../operations/operations.mjs';
import { callOn } from './call.mjs';
import { runMixed } from './mixed-load.mjs';

process.once('disconnect', () => process.exit());
process.once('message', (task) => {
  (task.phases ? runMixed : run)(task).then(
    (result) => process.send({ finished: result }),
    (error) => process.send({ failed: error.message }),
  );
});

/** Runs an operation in a loop on each connection; what ends within `seconds` after the warm-up counts. */
async function run({ origin, name, world, connections, seconds }) {
  const clients = Array.from({ length: connections }, () =>
    origin === undefined ? null : new Client(origin, { pipelining: 1 }),
  );
  const operate = operations[name].create(world);
  const begin = performance.now() + Math.min(2_000, seconds * 250);
  const limit = begin + seconds * 1_000;
  const times = [];
  const lengths = [];
  let turn = 0;
  let end = 0;
  let isStopped = false;
  const warm = setTimeout(() => process.send({ started: true }), begin - performance.now());
  const loop = async (client) => {
    const call = callOn(client, (length) => lengths.push(length));
    while (!isStopped && performance.now() < limit) {
      turn += 1;
      const start = performance.now();
      if ((await operate(call, turn)) === 'exhausted') break;
      const now = performance.now();
      if (now < begin || now > limit) continue;
      times.push(now - start);
      end = now;
    }
  };
  const stop = (error) => {
    isStopped = true;
    throw error;
  };
  try {
    await Promise.all(clients.map((client) => loop(client).catch(stop)));
  } finally {
    clearTimeout(warm);
    await Promise.all(clients.map((client) => client?.destroy()));
  }
  if (times.length === 0) throw new Error(`${name}: nothing ended in time`);
  times.sort((a, b) => a - b);
  return {
    count: times.length,
    perSecond: times.length / ((end - begin) / 1_000),
    p50: percentileOf(times, 0.5),
    p99: percentileOf(times, 0.99),
    bytes: lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, lengths.length),
  };
}
