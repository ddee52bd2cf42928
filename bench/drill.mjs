// `npm run drill -- NAME`: starts the product in a folder of its own, loads it over HTTP, harms it several times, and checks
// that it is ready again in time, that nothing acknowledged is lost and that no invariant is broken. Linux only: it reads
// /proc. docs/exercices.md describes the drills.
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { drillBackup } from './drill/backup.mjs';
import { drills } from './drill/drills.mjs';
import { runDrill } from './drill/run-drill.mjs';
import { runShort } from './drill/short.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    times: { type: 'string', default: '3' },
    /** Operations a second. */
    rate: { type: 'string', default: '30' },
    /** How long a freeze, a full disk or an overload lasts, s. */
    hold: { type: 'string', default: '15' },
    /** How long after the end of a harm the product must be ready, s. */
    ready: { type: 'string', default: '5' },
    /** Of `backup`: 20, 100000 or 1000000, kept in the folder, and how long the load lasts, s. */
    orders: { type: 'string', default: '100000' },
    seconds: { type: 'string', default: '120' },
    folder: { type: 'string', default: join(tmpdir(), 'amasin-bench') },
  },
});
const [name = ''] = positionals;
const drill = drills[name];
const { folder, ...figures } = values;
const numbers = Object.values(figures).map(Number);
if (
  (drill === undefined && !['backup', 'short'].includes(name)) ||
  positionals.length > 1 ||
  !numbers.every((number) => number > 0)
) {
  console.error(
    `Usage : npm run drill -- ${[...Object.keys(drills), 'short', 'backup'].join(' | ')} [--times 3] [--rate 30] [--hold 15] [--ready 5], backup [--orders 100000] [--rate 30] [--seconds 120]`,
  );
  process.exit(2);
}
const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => stopping.abort());
const options = {
  times: Number(values.times),
  rate: Number(values.rate),
  holdMs: Number(values.hold) * 1_000,
  readyMs: Number(values.ready) * 1_000,
};
/** What to end, whatever happens. */
const endings = [];
stopping.signal.addEventListener('abort', async () => {
  if (name !== 'backup') return;
  for (const end of endings.reverse()) await end().catch(() => {});
  process.exit(1);
});
try {
  const ofBackup = {
    orders: Number(values.orders),
    rate: options.rate,
    seconds: Number(values.seconds),
    folder,
    endings,
  };
  const run = {
    backup: () => drillBackup(ofBackup),
    short: () => runShort(options, stopping.signal),
  }[name];
  const faults = run ? await run() : await runDrill(drill, options, stopping.signal);
  for (const end of endings.reverse()) await end();
  for (const fault of faults) console.error(`FAULT ${fault}`);
  console.log(faults.length === 0 ? `${name}: passed` : `${name}: failed`);
  process.exit(faults.length === 0 ? 0 : 1);
} catch (error) {
  console.error(`drill: ${stopping.signal.aborted ? 'interrupted' : error.stack}`);
  process.exit(1);
}
