import { setTimeout as pause } from 'node:timers/promises';
import { percentileOf } from '../percentile.mjs';
import { addWork } from './fill/work.mjs';
import { runLoad } from './loading/run-load.mjs';
import { enterWorld } from './measure.mjs';
import { formatMegabytes } from './report.mjs';
import { productOn } from './servers.mjs';
import { usageOf } from './usage.mjs';

/** Each line of the table covers at most this many seconds. */
const WINDOW_S = 60;
const SAMPLE_MS = 5_000;
/** A second of a phase is calm when nothing was refused and its p95 is below this, ms. */
const CALM_MS = 100;
/** `addWork({ seconds: n })` adds about n times as many orders; a mixed load needs far fewer. */
const WORK_PER_SECOND = 1_500;

/** Loads the product with a mix of requests at one rate after another. @returns whether nothing failed but refusals */
export async function measureMixed({ options, dataDir, onEnd }) {
  const { rates, seconds } = options;
  const product = await productOn(dataDir);
  onEnd(() => product.end());
  await product.start();
  const { client, world } = await enterWorld(dataDir, onEnd);
  const changes = (rates.reduce((sum, rate) => sum + rate, 0) * seconds) / 20;
  const work = await addWork(client, { seconds: Math.ceil(changes / WORK_PER_SECOND) });
  const phases = rates.map((rate) => ({ rate, seconds }));
  const memory = [];
  const sample = () => memory.push(usageOf(product.pid()).server.bytes);
  let timer;
  const { requests, errors, cpu } = await runLoad(
    { origin: product.url, world: { ...world, work, round: 0 }, phases },
    {
      pids: { product: product.pid() },
      server: 'product',
      onEnd,
      onStarted: () => {
        timer = setInterval(sample, SAMPLE_MS);
      },
    },
  );
  clearInterval(timer);
  console.log(
    'from s     rate   requests/s   p50    p95    p99    max ms   refused  (p95 ms)   failed   server',
  );
  rates.forEach((rate, n) => {
    for (let at = 0; at < seconds; at += WINDOW_S) {
      const from = n * seconds + at;
      const length = Math.min(WINDOW_S, seconds - at);
      const here = requests.filter(([sent]) => sent >= from * 1_000 && sent < (from + length) * 1_000);
      const bytes =
        memory[Math.min(memory.length - 1, Math.floor(((from + length) * 1_000) / SAMPLE_MS) - 1)];
      console.log(formatWindow({ from, rate, length, here, bytes }));
    }
    if (n > 0) console.log(`after the change to ${rate}: ${calmAfter(requests, n * seconds, seconds)}`);
  });
  console.log(
    `\nprocessor, s for 1,000 served requests: server ${cpu.server.toFixed(2)}, database ${cpu.database.toFixed(2)}`,
  );
  for (const error of errors) console.error(`FAILED ${error}`);
  await pause(SAMPLE_MS);
  sample();
  console.log(`memory of the server, after the load: ${formatMegabytes(memory.at(-1))}`);
  await client.end();
  await product.stop();
  return errors.length === 0;
}

function formatWindow({ from, rate, length, here, bytes }) {
  const sorted = (list) => list.map(([, ms]) => ms).sort((a, b) => a - b);
  const at = (list, part) => (percentileOf(list, part) ?? 0).toFixed(0);
  const good = sorted(here.filter(([, , status]) => status === 200));
  const refused = sorted(here.filter(([, , status]) => status === 503));
  return [
    String(from).padEnd(9),
    String(rate).padStart(6),
    (good.length / length).toFixed(1).padStart(13),
    ...[0.5, 0.95, 0.99, 1].map((part) => at(good, part).padStart(7)),
    String(refused.length).padStart(12),
    `(${at(refused, 0.95)})`.padStart(9),
    String(here.length - good.length - refused.length).padStart(10),
    (bytes === undefined ? '' : formatMegabytes(bytes)).padStart(10),
  ].join('');
}

/** From when on all seconds of a phase are calm. */
function calmAfter(requests, from, seconds) {
  const bySecond = Map.groupBy(requests, ([sent]) => Math.floor(sent / 1_000) - from);
  const isCalm = (second) => {
    const here = bySecond.get(second) ?? [];
    const slow = here.filter(([, ms, status]) => status !== 200 || ms > CALM_MS).length;
    return here.length > 0 && slow <= here.length * 0.05 && here.every(([, , status]) => status !== 503);
  };
  const last = Array.from({ length: seconds }, (_, second) => isCalm(second)).lastIndexOf(false);
  return last === seconds - 1 ? 'not calm' : `calm after ${last + 1} s`;
}
