import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, realpathSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { root, SERVER_ENV, SERVER_FLAGS } from '../../scripts/tools/run.mjs';
import { readArchive } from '../../server/src/backup/archive/archive.ts';
import { openBackup } from '../../server/src/backup/archive/open-backup.ts';
import { findRunningPostgres } from '../../server/src/database/embedded/find-running.ts';
import { startEmbeddedPostgres } from '../../server/src/database/embedded/start-embedded.ts';
import { brokenInvariants } from '../../server/src/testing/invariants/broken-invariants.ts';
import { dataFolder, prepareData } from '../api/dataset.mjs';
import { measureMixed } from '../api/mixed.mjs';
import { sumRows } from './row-sums.mjs';

/** A restore takes at most this long, ms (RELIABILITY 4). */
const LIMIT_MS = 10 * 60_000;
const POLL_MS = 200;

/**
 * Backs up the filled product under load with a key, restores it into an empty folder and compares: the backup of the restored
 * product must have the same rows of each table in any order, every order from before the backup, and no broken invariant.
 * @returns what went wrong
 */
export async function drillBackup({ orders, rate, seconds, folder, endings }) {
  const onEnd = (end) => endings.push(end);
  const dataDir = dataFolder(folder, orders);
  const scratch = realpathSync(mkdtempSync(join(tmpdir(), 'amasin-drill-')));
  // The user of PostgreSQL enters it.
  chmodSync(scratch, 0o711);
  onEnd(async () => rmSync(scratch, { recursive: true, force: true }));
  await prepareData({ dataDir, orders, statements: false, onEnd });
  const key = randomBytes(32).toString('base64url');
  const command = (folderOfData, ...args) => runCommand({ DATA_DIR: folderOfData, BACKUP_KEY: key }, args);

  const load = measureMixed({ options: { rates: [rate], seconds }, dataDir, onEnd });
  let isLoaded = true;
  const loaded = load.finally(() => {
    isLoaded = false;
  });
  loaded.catch(() => {});
  const before = await Promise.race([ordersUnderLoad(dataDir, orders), loaded.then(() => new Set())]);
  const faults = [];
  const first = join(scratch, 'first.age');
  const saved = await command(dataDir, 'backup', first);
  if (!isLoaded) faults.push(`the load ended before the backup: more than --seconds ${seconds} are needed`);
  if (!(await loaded)) faults.push('the load had errors');
  const megabytes = (statSync(first).size / 1e6).toFixed(1);
  console.log(`backup under load: ${inSeconds(saved)}, ${megabytes} MB`);

  const target = join(scratch, 'restored');
  const restored = await command(target, 'restore', first);
  console.log(`restore: ${inSeconds(restored)}`);
  if (restored > LIMIT_MS) faults.push(`the restore took ${inSeconds(restored)}`);
  const second = join(scratch, 'second.age');
  console.log(`backup without load: ${inSeconds(await command(target, 'backup', second))}`);
  const [sums, again] = [await sumsOf(first, key), await sumsOf(second, key)];
  for (const [name, figure] of sums) {
    if (again.get(name) !== figure)
      faults.push(`${name}: ${figure} was backed up, ${again.get(name)} restored`);
  }
  if (sums.size !== again.size) faults.push(`${sums.size} tables were backed up, ${again.size} restored`);
  faults.push(...(await findLost(target, before)));
  console.log(`${sums.size} tables and files compared, ${before.size} orders from before the backup`);
  return faults;
}

const inSeconds = (ms) => `${(ms / 1000).toFixed(1)} s`;

/** Waits until the load has placed orders. @returns the ids of all orders */
async function ordersUnderLoad(dataDir, filled) {
  for (;;) {
    await pause(POLL_MS);
    const connection = findRunningPostgres(dataDir);
    if (connection === undefined) continue;
    const client = new pg.Client(connection);
    client.on('error', () => {});
    try {
      await client.connect();
      // `addWork` adds orders before the load starts; those of the load are dated after it.
      const { rows } = await client.query(
        "select from orders where created_at > now() - interval '2 seconds'",
      );
      if (rows.length === 0) continue;
      const { rows: all } = await client.query('select id from orders');
      if (all.length >= filled) return new Set(all.map(({ id }) => id));
    } catch {
      // The product is starting.
    } finally {
      await client.end().catch(() => {});
    }
  }
}

/** @returns how long it took, ms */
async function runCommand(settings, args) {
  const begin = performance.now();
  const env = { PATH: process.env.PATH, ...SERVER_ENV, DEMO: '1', ...settings };
  const child = spawn(process.execPath, [...SERVER_FLAGS, 'server/src/cli/main.ts', ...args], {
    cwd: root,
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject).once('exit', resolve);
  });
  if (code !== 0) throw new Error(`${args[0]} ended with ${code}`);
  return performance.now() - begin;
}

/** The sums of the rows of each table, and of the files. */
async function sumsOf(path, key) {
  const files = [];
  const sums = await sumRows(readEntries(path, key, files));
  return sums.set('files', files.join(''));
}

async function* readEntries(path, key, files) {
  const backup = await openBackup(path, { key, allowPlain: false });
  for await (const entry of readArchive(backup, () => {})) {
    if (entry.name === 'sums.json') files.push(JSON.stringify(JSON.parse(entry.bytes.toString()).files));
    yield entry;
  }
}

/** Orders that are missing in the restored database, and its broken invariants. */
async function findLost(dataDir, before) {
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => {} });
  const pool = new pg.Pool({ ...postgres.connection, statement_timeout: 0, max: 1 });
  pool.on('error', () => {});
  try {
    const { rows } = await pool.query('select id from orders');
    const found = new Set(rows.map(({ id }) => id));
    const lost = [...before].filter((id) => !found.has(id));
    return [...lost.map((id) => `order ${id} is missing`), ...(await brokenInvariants(drizzle(pool)))];
  } finally {
    await pool.end();
    await postgres.stop();
  }
}
