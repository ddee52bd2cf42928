// `npm run bench`: fills a database, starts the product on it, loads it over HTTP and prints a table. Each line is also
// printed as a share of a bare search by Fastify and pg, measured in the same run. Linux only: it reads /proc.
// docs/performance.md says what the lines mean.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compareSizes } from './api/compare.mjs';
import { dataFolder, prepareData } from './api/dataset.mjs';
import { measureAll } from './api/measure.mjs';
import { measureMixed } from './api/mixed.mjs';
import { readOptions } from './api/options.mjs';
import { profileOne } from './api/profile.mjs';
import { describeMachine } from './api/report.mjs';

const signalled = new Promise((_, reject) => {
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, () => reject(new Error(name)));
});
/** What to end, whatever happens. */
const endings = [];
const scratch = mkdtempSync(join(tmpdir(), 'amasin-bench-'));
let code = 0;
try {
  const isGood = await Promise.race([bench(readOptions(process.argv.slice(2))), signalled]);
  if (!isGood) code = 1;
} catch (error) {
  console.error(`bench: ${error.message}`);
  code = 1;
} finally {
  for (const end of endings.reverse()) await end().catch((error) => console.error(`bench: ${error.message}`));
  rmSync(scratch, { recursive: true, force: true });
}
process.exit(code);

async function bench(options) {
  const onEnd = (end) => endings.push(end);
  const dataDir = dataFolder(options.folder, options.orders);
  console.log(
    `${describeMachine()}\n${options.orders} orders, ${options.seconds} s a line, data in ${dataDir}\n`,
  );
  await prepareData({ dataDir, orders: options.orders, statements: options.profile !== null, onEnd });
  return measureOf(options)({ options, dataDir, scratch, onEnd });
}

function measureOf({ rates, against, profile }) {
  if (rates !== null) return measureMixed;
  if (against !== null) return compareSizes;
  return profile === null ? measureAll : profileOne;
}
