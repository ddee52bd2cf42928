import { execFileSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { clusterFolder } from '../../server/src/database/embedded/prepare-home.ts';
import { takeOver } from '../../server/src/database/embedded/take-over.ts';
import { productOn } from '../api/servers.mjs';
import { percentileOf } from '../percentile.mjs';
import { countSuperAdmins, findFaults, findWrongBenefits, waitUntilSent } from './database.mjs';
import { startLoad } from './load.mjs';

/** Load between two harms, ms. */
const CALM_MS = 3_000;
const POLL_MS = 20;
/** How long after the end of a harm the drill gives up, ms. */
const GIVE_UP_MS = 60_000;
/** No call takes longer than this, ms: 30 s and its way. */
const LONGEST_MS = 31_000;
/** Room of the disk that is filled: the WAL of PostgreSQL takes up to 512 MB of it. */
const DISK = 'size=1200m,mode=755';

/** @returns what went wrong */
export async function runDrill(drill, options, signal) {
  if (drill.needsDisk && process.getuid() !== 0) throw new Error('it mounts a disk, which needs root');
  const dataDir = realpathSync(mkdtempSync(join(tmpdir(), 'amasin-drill-')));
  if (drill.needsDisk) execFileSync('mount', ['-t', 'tmpfs', '-o', DISK, 'amasin-drill', dataDir]);
  const product = await productOn(dataDir, drill);
  try {
    console.log(`first start ${Math.round(await product.start())} ms`);
    return await harmSeveral(drill, { ...options, product, dataDir, signal });
  } finally {
    await product.end();
    await takeOver(clusterFolder(dataDir), () => {});
    if (drill.needsDisk) execFileSync('umount', [dataDir]);
    rmSync(dataDir, { recursive: true });
  }
}

async function harmSeveral(drill, context) {
  const { product, dataDir, times, rate, readyMs, signal } = context;
  const superAdmins = await countSuperAdmins(dataDir);
  const load = await startLoad(product.url, rate);
  const faults = [];
  for (let n = 1; n <= times; n += 1) {
    await pause(CALM_MS, undefined, { signal });
    const begin = performance.now();
    faults.push(...((await drill.harm({ ...context, load })) ?? []));
    const ready = await waitUntilReady(product.url, readyMs);
    const end = performance.now();
    faults.push(...ready.faults, ...(await findFaults(dataDir, load.acknowledged, superAdmins)));
    report(`${n}/${times}`, load.calls, begin, end, `ready after ${ready.ms} ms`);
  }
  const last = performance.now();
  await pause(CALM_MS, undefined, { signal });
  report('calm', load.calls, last, performance.now(), '');
  await load.stop();
  faults.push(...load.faults, ...(await findFaults(dataDir, load.acknowledged, superAdmins)));
  faults.push(...(await findWrongBenefits(dataDir, product.url, load.people.superAdmin)));
  const sent = await waitUntilSent(dataDir, signal);
  faults.push(...sent.faults);
  const longest = load.calls.reduce((most, { ms }) => Math.max(most, ms), 0);
  if (longest > LONGEST_MS) faults.push(`a call took ${Math.round(longest)} ms`);
  console.log(
    `${load.acknowledged.size} acknowledged orders; longest call ${Math.round(longest)} ms; ` +
      `their messages sent after ${sent.ms} ms`,
  );
  return faults;
}

async function waitUntilReady(url, limitMs) {
  const begin = performance.now();
  while (performance.now() - begin < GIVE_UP_MS) {
    const options = { signal: AbortSignal.timeout(3_000) };
    const isReady = await fetch(`${url}/health/ready`, options).then(
      ({ ok }) => ok,
      () => false,
    );
    const ms = Math.round(performance.now() - begin);
    if (isReady) return { ms, faults: ms > limitMs ? [`ready after ${ms} ms`] : [] };
    await pause(POLL_MS);
  }
  throw new Error('it is not ready again');
}

function report(title, calls, begin, end, more) {
  const here = calls.filter(({ at }) => at >= begin && at <= end);
  const of = (...statuses) => here.filter(({ status }) => statuses.includes(status)).map(({ ms }) => ms);
  const good = of(200, 201, 204).sort((a, b) => a - b);
  const p95 = Math.round(percentileOf(good, 0.95) ?? 0);
  console.log(
    `${title}: ${good.length} served (p95 ${p95} ms), ${of(503, 429).length} got 503, ` +
      `${of('refused').length} refused, ${of('dropped').length} dropped ${more}`,
  );
}
