// `npm run drill -- NAME`: starts the product in a folder of its own, loads it over HTTP, harms it several times, and checks
// that it is ready again in time, that nothing acknowledged is lost and that no invariant is broken. Linux only: it reads
// /proc. docs/exercices.md describes the drills.
import { parseArgs } from 'node:util';
import { drills } from './drill/drills.mjs';
import { runDrill } from './drill/run-drill.mjs';

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
  },
});
const [name = ''] = positionals;
const drill = drills[name];
const numbers = Object.values(values).map(Number);
if (drill === undefined || positionals.length > 1 || !numbers.every((number) => number > 0)) {
  console.error(
    `Usage : npm run drill -- ${Object.keys(drills).join(' | ')} [--times 3] [--rate 30] [--hold 15] [--ready 5]`,
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
try {
  const faults = await runDrill(drill, options, stopping.signal);
  for (const fault of faults) console.error(`FAULT ${fault}`);
  console.log(faults.length === 0 ? `${name}: passed` : `${name}: failed`);
  process.exit(faults.length === 0 ? 0 : 1);
} catch (error) {
  console.error(`drill: ${stopping.signal.aborted ? 'interrupted' : error.stack}`);
  process.exit(1);
}
