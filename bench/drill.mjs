// `npm run drill -- NAME`: starts the product in a folder of its own, loads it over HTTP, harms it several times, and checks that it is
// ready again in time, that nothing acknowledged is lost and that no invariant is broken. Linux only: it reads /proc.
// docs/exploitation/exercices.md describes the drills.
import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { drizzle } from 'drizzle-orm/node-postgres';
import { root, SERVER_ENV, SERVER_FLAGS } from '../scripts/tools/run.mjs';
import { clusterFolder } from '../server/src/database/embedded/home.ts';
import { takeOver } from '../server/src/database/embedded/lock.ts';
import { brokenInvariants, unsentMessages } from '../server/src/testing/invariants.ts';
import { startLoad } from './drill-load.mjs';
import { fill } from './fill.mjs';
import { databasePids, memoryOf, onDatabase, percentileOf, productOn } from './product.mjs';

/** Load before the first harm, between two of them and after the last, ms. */
const CALM_MS = 3_000;
/** How long after the end of a harm the drill gives up, ms. */
const GIVE_UP_MS = 60_000;
/** No call takes longer than this, ms: the limit of 30 s and its way. */
const LONGEST_MS = 31_000;
const RESTORE_MS = 10 * 60_000;
/** Operations a second of an overload. */
const OVERLOAD = 750;
/** How quickly 95 % of the calls are refused in an overload, and served some time after it, ms. */
const QUICK_MS = 100;
const CALM_AGAIN_MS = 10_000;
/**
 * How long no message may be sent while some wait, ms. The delivery that a kill interrupted expires after 30 s, which the queue notices
 * within a minute, and it is tried again 40 s later.
 */
const SENT_MS = 180_000;
/** The disk that is filled: PostgreSQL writes up to 512 MB ahead. */
const DISK = 'size=1200m,mode=755';
const STATES = ['pending', 'delivering', 'delivered', 'ended'];

const faults = [];

function check(isGood, fault) {
  if (isGood) return;
  faults.push(fault);
  console.error(`FAUTE ${fault}`);
}

/** Each harm ends when the product may recover. */
const drills = {
  async 'kill-server'({ product, readyMs }) {
    await product.stop('SIGKILL');
    const ms = await product.start();
    check(ms <= readyMs, `démarré en ${ms} ms`);
  },

  async 'kill-database'({ product }) {
    signalDatabase(product, 'SIGKILL');
  },

  async 'freeze-database'({ product, holdMs }) {
    signalDatabase(product, 'SIGSTOP');
    try {
      await pause(holdMs);
      const ready = await statusOf(product, '/health/ready');
      const live = await statusOf(product, '/health/live');
      check(ready === 503 && live === 200, `base gelée : ready a donné ${ready}, live ${live}`);
    } finally {
      signalDatabase(product, 'SIGCONT');
    }
  },

  async 'disk-full'({ product, dataDir, holdMs, load }) {
    const path = join(dataDir, 'filled');
    fillDisk(path);
    try {
      await pause(holdMs);
      const { token } = load.supervisor;
      const body = { label: 'Pleine', price: 1 };
      const { status: write } = await load.call({ method: 'POST', path: '/api/zones', token, body });
      const { status: read } = await load.call({ path: '/api/orders?limit=20', token });
      const ready = await statusOf(product, '/health/ready');
      const text = `disque plein : une écriture a donné ${write}, une lecture ${read}, ready ${ready}`;
      check(write === 503 && read === 200 && ready === 503, text);
    } finally {
      fs.rmSync(path);
    }
  },

  async overload({ load, rate, holdMs }) {
    const begin = performance.now();
    load.setRate(OVERLOAD);
    await pause(holdMs);
    load.setRate(rate);
    const calmMs = Math.round(await calmAgain(load));
    const refused = load.calls.filter(({ at, status }) => at >= begin && status === 503).map(({ ms }) => ms);
    const p95 = Math.round(percentileOf(refused, 0.95) ?? 0);
    console.log(`${refused.length} refus, p95 ${p95} ms ; calme après ${calmMs} ms`);
    check(refused.length > 0, 'rien n’a été refusé : ce n’était pas une surcharge');
    check(p95 <= QUICK_MS, `95 % des refus en ${p95} ms`);
    check(calmMs <= CALM_AGAIN_MS, `calme après ${calmMs} ms`);
  },

  /** A backup under load, restored in an empty folder: it has what was acknowledged before it. */
  async restore({ dataDir, load, holdMs }) {
    const folder = fs.realpathSync(fs.mkdtempSync(join(tmpdir(), 'amasin-restore-')));
    // The user of PostgreSQL enters it.
    fs.chmodSync(folder, 0o711);
    const [file, target] = [join(folder, 'saved.age'), join(folder, 'restored')];
    const env = { BACKUP_KEY: randomBytes(32).toString('base64url') };
    await withProduct(
      { dataDir: target, clean: () => fs.rmSync(folder, { recursive: true }) },
      async (restored) => {
        await pause(holdMs);
        const acknowledged = new Map(load.acknowledged);
        const savedMs = await runCommand({ ...env, DATA_DIR: dataDir }, 'backup', file);
        const restoredMs = await runCommand({ ...env, DATA_DIR: target }, 'restore', file);
        console.log(
          `sauvegardé en ${savedMs} ms, restauré en ${restoredMs} ms, ${acknowledged.size} commandes`,
        );
        check(restoredMs <= RESTORE_MS, `restauré en ${restoredMs} ms`);
        await restored.start();
        await checkOrders(target, acknowledged);
        await checkBenefits(target, restored);
      },
    );
  },

  /** No harm: at a normal rate, nothing is refused or fails. */
  async steady({ product, load, holdMs }) {
    const begin = performance.now();
    await pause(holdMs);
    const here = await load.callsBetween(begin, performance.now());
    const failed = here.filter(({ status }) => status === 0 || status >= 400).length;
    console.log(`${here.length} appels, mémoire du serveur ${memoryOf(product.pid())}`);
    check(failed === 0, `${failed} appels refusés ou en échec`);
  },
};

/** The drills that `short` runs. None measures time, which depends on the load of the machine; that nothing is lost does not. */
const short = {
  'kill-server': { times: 2 },
  'kill-database': { times: 2 },
  'freeze-database': { times: 1, holdMs: 10_000 },
  'disk-full': { times: 1, holdMs: 3_000 },
  restore: { times: 1, holdMs: 5_000 },
};

function signalDatabase(product, signal) {
  for (const pid of databasePids(product.pid())) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      if (error.code !== 'ESRCH') throw error;
    }
  }
}

const statusOf = ({ url }, path) =>
  fetch(url + path, { signal: AbortSignal.timeout(3_000) }).then(
    ({ status }) => status,
    () => 0,
  );

function fillDisk(path) {
  const file = fs.openSync(path, 'w');
  const block = Buffer.alloc(1024 * 1024);
  try {
    for (;;) fs.writeSync(file, block);
  } catch (error) {
    if (error.code !== 'ENOSPC') throw error;
  } finally {
    fs.closeSync(file);
  }
}

/** Waits until the calls of one second have all succeeded, 95 % of them quickly. @returns how long that took, ms */
async function calmAgain(load) {
  const begin = performance.now();
  while (performance.now() - begin < 3 * CALM_AGAIN_MS) {
    const since = performance.now();
    await pause(1_000);
    const here = await load.callsBetween(since, since + 1_000);
    const failed = here.filter(({ status }) => status === 0 || status >= 500).length;
    const slow = here.filter(({ ms }) => ms > QUICK_MS).length;
    if (here.length > 0 && failed === 0 && slow <= here.length / 20) return since - begin;
  }
  return performance.now() - begin;
}

/** Runs a command of the product. @returns how long it took, ms */
async function runCommand(settings, ...args) {
  const begin = performance.now();
  const child = spawn(process.execPath, [...SERVER_FLAGS, 'server/src/cli/main.ts', ...args], {
    cwd: root,
    env: { PATH: process.env.PATH, ...SERVER_ENV, DEMO: '1', ...settings },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`${args[0]} a fini avec le code ${code}`);
  return Math.round(performance.now() - begin);
}

/** Each acknowledged order is stored once, in its state or a later one, and no invariant is broken. The load may go on. */
const checkOrders = (dataDir, acknowledged) =>
  onDatabase(dataDir, async (pool) => {
    const expected = [...acknowledged];
    const ids = expected.map(([id]) => id);
    const { rows } = await pool.query('select id, state from orders where id = any($1)', [ids]);
    const states = new Map(rows.map(({ id, state }) => [id, state]));
    for (const [id, state] of expected) {
      const found = states.get(id);
      check(
        STATES.indexOf(found) >= STATES.indexOf(state),
        `la commande ${id} était ${state}, elle est ${found}`,
      );
    }
    const { rows: doubled } = await pool.query(
      `select address from orders where address like 'Lot %' group by 1 having count(*) > 1`,
    );
    for (const { address } of doubled) check(false, `la commande de « ${address} » est là deux fois`);
    for (const broken of await brokenInvariants(drizzle(pool))) check(false, broken);
  });

/** The earnings that the server reads are sums of the ledger: it keeps those of before the harms. No load runs. */
const checkBenefits = (dataDir, { url }) =>
  onDatabase(dataDir, async (pool) => {
    const signedIn = await fetch(`${url}/api/auth/admin-login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ identifier: 'admin@amasin.demo', password: 'demo-amasin' }),
    });
    const headers = { authorization: `Bearer ${(await signedIn.json()).token}` };
    const { total, partners } = await (await fetch(`${url}/api/benefics/superadmin`, { headers })).json();
    const read = new Map([[null, total], ...partners.map((one) => [one.idPartner, one.totalBenefics])]);
    const { rows } = await pool.query(
      `select beneficiary_id as id, coalesce(-sum(amount_fcfa) filter (where amount_fcfa < 0 and account <> 'returned'), 0)::float8 as sum
       from entries where account in ('platform', 'partner', 'returned') group by 1`,
    );
    for (const { id, sum } of rows)
      check(
        read.get(id) === sum,
        `grand livre : ${sum} F pour ${id ?? 'la plateforme'}, le serveur lit ${read.get(id)}`,
      );
  });

/** Each message of the load's orders is sent, once the load has ended. */
const checkMessages = (dataDir) =>
  onDatabase(dataDir, async (pool) => {
    // Also the orders whose acknowledgement was lost: their messages are committed with them.
    const { rows } = await pool.query(`select id from orders where address like 'Lot %'`);
    const ids = rows.map(({ id }) => id);
    let unsent;
    let since = performance.now();
    do {
      await pause(500);
      const left = await unsentMessages(drizzle(pool), ids);
      if (left.length !== unsent?.length) since = performance.now();
      unsent = left;
    } while (unsent.length > 0 && performance.now() - since < SENT_MS);
    for (const fault of unsent) check(false, fault);
  });

async function runDrill(name, { orders, times, rate, ...options }) {
  const dataDir = fs.realpathSync(fs.mkdtempSync(join(tmpdir(), 'amasin-drill-')));
  const isOnDisk = name === 'disk-full';
  if (isOnDisk) mount(dataDir);
  const clean = () => {
    if (isOnDisk) execFileSync('umount', [dataDir]);
    fs.rmSync(dataDir, { recursive: true });
  };
  await withProduct({ dataDir, clean }, async (product) => {
    await product.start();
    if (orders > 0) {
      await onDatabase(dataDir, (pool) => fill(pool, orders));
      await product.stop();
      await product.start();
    }
    const load = await startLoad([product.url], rate);
    for (let n = 1; n <= times; n += 1) {
      await pause(CALM_MS);
      const begin = performance.now();
      await drills[name]({ ...options, product, dataDir, load, rate });
      const ready = await waitUntilReady(product);
      check(ready <= options.readyMs, `prêt après ${ready} ms`);
      report(`${n}/${times}, prêt après ${ready} ms`, load.calls, begin);
      await checkOrders(dataDir, load.acknowledged);
    }
    const last = performance.now();
    await pause(CALM_MS);
    report('calme', load.calls, last);
    await load.stop();
    for (const fault of load.faults) check(false, fault);
    await checkOrders(dataDir, load.acknowledged);
    await checkBenefits(dataDir, product);
    await checkMessages(dataDir);
    const longest = Math.round(load.calls.reduce((most, { ms }) => Math.max(most, ms), 0));
    check(longest <= LONGEST_MS, `un appel a duré ${longest} ms`);
    console.log(`${load.acknowledged.size} commandes acquittées ; l’appel le plus long ${longest} ms`);
  });
}

/** Neither a user other than root nor root in most containers can mount a disk. */
class NoDisk extends Error {}

function mount(folder) {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', DISK, 'amasin-drill', folder], { stdio: 'ignore' });
  } catch {
    fs.rmdirSync(folder);
    throw new NoDisk('aucun disque ne se monte ici');
  }
}

/** @returns how long it took, ms */
async function waitUntilReady(product) {
  const begin = performance.now();
  while ((await statusOf(product, '/health/ready')) !== 200) {
    if (performance.now() - begin > GIVE_UP_MS) throw new Error('le produit n’est plus prêt');
    await pause(20);
  }
  return Math.round(performance.now() - begin);
}

function report(title, calls, begin) {
  const here = calls.filter(({ at }) => at >= begin);
  const served = here.filter(({ status }) => status > 0 && status < 300).map(({ ms }) => ms);
  const count = (...statuses) => here.filter(({ status }) => statuses.includes(status)).length;
  const p95 = Math.round(percentileOf(served, 0.95) ?? 0);
  const rest = `${count(503, 429)} refusés, ${count(0)} sans réponse`;
  console.log(`${title} : ${served.length} servis (p95 ${p95} ms), ${rest}`);
}

/** Functions that end what a drill has started, also when it is interrupted. */
const endings = new Set();
const endOnce = async (end) => endings.delete(end) && end();

/** Ends the product and its database, then cleans up, whatever the work does. */
async function withProduct({ dataDir, clean }, work) {
  const product = await productOn(dataDir);
  const end = async () => {
    await product.end();
    await takeOver(clusterFolder(dataDir), () => {});
    clean();
  };
  endings.add(end);
  try {
    await work(product);
  } finally {
    await endOnce(end);
  }
}

async function runShort(options) {
  for (const [name, form] of Object.entries(short)) {
    console.log(`\n${name}`);
    await runDrill(name, { ...options, readyMs: 30_000, ...form }).catch((error) => {
      if (!(error instanceof NoDisk)) throw error;
      console.log(`laissé : ${error.message}`);
    });
  }
}

function readOptions() {
  const text = (value) => ({ type: 'string', default: value });
  const options = {
    times: text('3'),
    rate: text('30'),
    hold: text('15'),
    ready: text('5'),
    orders: text('0'),
  };
  const { values, positionals } = parseArgs({ allowPositionals: true, options });
  const [times, rate, hold, ready, orders] = Object.keys(options).map((name) => Number(values[name]));
  const [name] = positionals;
  if (
    positionals.length !== 1 ||
    !(name === 'short' || name in drills) ||
    !(times * rate * hold * ready > 0)
  ) {
    const names = [...Object.keys(drills), 'short'].join(' | ');
    console.error(
      `Usage : npm run drill -- ${names} [--times 3] [--rate 30] [--hold 15] [--ready 5] [--orders 3000]`,
    );
    process.exit(2);
  }
  return { name, times, rate, holdMs: hold * 1_000, readyMs: ready * 1_000, orders };
}

const signalled = new Promise((_, reject) => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => reject(new Error(signal)));
});
try {
  const { name, ...options } = readOptions();
  await Promise.race([name === 'short' ? runShort(options) : runDrill(name, options), signalled]);
  console.log(`${name} : ${faults.length === 0 ? 'réussi' : `${faults.length} fautes`}`);
} catch (error) {
  check(false, error.message);
} finally {
  for (const end of [...endings].reverse()) await endOnce(end);
}
process.exit(faults.length === 0 ? 0 : 1);
