// Run by `npm run test:long`, on the pinned Node. The tests of orders and payments of the last release, by its own code, on a database
// that this code has migrated: what it does after the way back. Then servers of both releases, side by side on one database. Then
// what the last release answers to every GET, and this code on its database and its backup. `--from <commit>` stands for the tag.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { drizzle } from 'drizzle-orm/node-postgres';
import { Client, Pool } from 'pg';
import { startLoad } from '../bench/drill-load.mjs';
import { productOn } from '../bench/product.mjs';
import { startEmbeddedPostgres } from '../server/src/database/embedded/start.ts';
import { migrateDatabase } from '../server/src/database/migrate.ts';
import { brokenInvariants } from '../server/src/testing/invariants.ts';
import { askAll, compareAnswers, findRequests, orderPrescriptions, signInAll } from './tools/answers.mjs';
import { root, run } from './tools/run.mjs';

const MARKS = join('server', 'src', 'database', 'migrations', 'marks.json');
const JOURNEY = [
  'server/src/orders/place.test.ts',
  'server/src/orders/pay.test.ts',
  'server/src/orders/advance.test.ts',
  'server/src/orders/cancel-paid.test.ts',
  'server/src/payments/confirm.test.ts',
];
const NEWER = 'amasin_newer';
const SHARED = 'amasin_shared';
const OLDER = 'amasin_older';
const RESTORED = 'amasin_restored';
/** Orders that both releases bring to their end, and operations a second meanwhile. */
const ORDERS = 20;
const RATE = 10;
const GIVE_UP_MS = 180_000;

const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();

/** The latest tag of a release before this commit, or undefined. */
function lastRelease() {
  const here = new Set(git('tag', '--points-at', 'HEAD').split('\n'));
  const tags = git('tag', '--merged', 'HEAD', '--sort=-version:refname', '--list', 'v*').split('\n');
  return tags.find((tag) => tag !== '' && !here.has(tag));
}

/** @param work gets a database server without data, which is removed afterwards, and how to make an empty database on it */
async function onPostgres(work) {
  const data = mkdtempSync(join(tmpdir(), 'amasin-newer-'));
  const postgres = await startEmbeddedPostgres({ dataDir: data, durable: false, log: () => {} });
  const create = async (name) => {
    const client = new Client({ connectionString: postgres.url });
    await client.connect();
    await client.query(`create database ${name} template template0 encoding 'UTF8'`);
    await client.end();
    const url = new URL(postgres.url);
    url.pathname = `/${name}`;
    return url.href;
  };
  try {
    return await work(postgres.url, create);
  } finally {
    await postgres.stop();
    rmSync(data, { recursive: true, force: true });
  }
}

async function onPool(url, work) {
  const pool = new Pool({ connectionString: url, max: 1 });
  try {
    return await work(pool);
  } finally {
    await pool.end();
  }
}

const testAfterReturn = (folder) =>
  onPostgres(async (url, create) => {
    await onPool(await create(NEWER), migrateDatabase);
    const env = { TEST_DATABASE_URL: url, TEST_TEMPLATE: NEWER };
    return run(process.execPath, [join('scripts', 'test.mjs'), ...JOURNEY], { cwd: folder, env });
  });

/**
 * The last release fills a database, this code migrates it, and a server of each serves it: the requests go to both in turn, so
 * that each step of an order is done now by one and now by the other.
 */
const testSideBySide = (folder) =>
  onPostgres(async (_, create) => {
    const settings = { DATABASE_URL: await create(SHARED) };
    const data = mkdtempSync(join(tmpdir(), 'amasin-files-'));
    const servers = [];
    try {
      const env = { ...settings, DEMO: '1', DATA_DIR: data };
      const code = await run(process.execPath, [join('scripts', 'amasin.mjs'), 'demo'], { cwd: folder, env });
      if (code !== 0) return code;
      await onPool(settings.DATABASE_URL, migrateDatabase);
      servers.push(await productOn(data, { settings, folder }), await productOn(data, { settings }));
      for (const server of servers) await server.start();
      const faults = await loadBoth(servers.map(({ url }) => url));
      faults.push(...(await onPool(settings.DATABASE_URL, async (pool) => brokenInvariants(drizzle(pool)))));
      for (const fault of faults) console.error(fault);
      return faults.length === 0 ? 0 : 1;
    } finally {
      for (const server of servers) await server.end();
      rmSync(data, { recursive: true, force: true });
    }
  });

/** @returns what went wrong */
async function loadBoth(urls) {
  const load = await startLoad(urls, RATE);
  const ended = () => [...load.acknowledged.values()].filter((state) => state === 'ended').length;
  const begin = performance.now();
  while (ended() < ORDERS && load.faults.length === 0 && performance.now() - begin < GIVE_UP_MS)
    await pause(100);
  await load.stop();
  const failed = load.calls.filter(({ status }) => status === 0 || status >= 500);
  console.log(`${load.calls.length} requests, ${ended()} orders from payment to end by both releases.`);
  return [
    ...load.faults,
    ...failed.map(({ path, status }) => `${path}: ${status}`),
    ...(ended() < ORDERS ? [`only ${ended()} of ${ORDERS} orders have ended`] : []),
  ];
}

/**
 * The last release fills a database and answers every GET. This code then serves that database, which it migrates, and another one,
 * into which it restores a backup of the last release: both have the same answers.
 */
const testSameAnswers = (folder) =>
  onPostgres(async (_, create) => {
    const accounts = await import(pathToFileURL(join(folder, 'server', 'src', 'demo', 'accounts.ts')).href);
    const houseOn = async (name) => ({
      DATABASE_URL: await create(name),
      DATA_DIR: mkdtempSync(join(tmpdir(), 'amasin-files-')),
      DEMO: '1',
    });
    const older = await houseOn(OLDER);
    const restored = await houseOn(RESTORED);
    const backup = join(restored.DATA_DIR, 'last-release.tar.gz');
    const amasin = async (cwd, env, ...args) => {
      const code = await run(process.execPath, [join('scripts', 'amasin.mjs'), ...args], { cwd, env });
      if (code !== 0) throw new Error(`amasin ${args.join(' ')} ended with ${code}`);
    };
    let people;
    let answers;
    const compare = async (house, name, signIn) => {
      const requests = answers.map(([request]) => request);
      const faults = await onServer(house, root, async (url) =>
        compareAnswers(answers, await askAll(url, await signIn(url), requests)),
      );
      faults.push(...(await onPool(house.DATABASE_URL, async (pool) => brokenInvariants(drizzle(pool)))));
      console.log(`${requests.length} answers on the ${name} of the last release: ${faults.length} faults.`);
      for (const fault of faults) console.error(fault);
      return faults.length;
    };
    try {
      await amasin(folder, older, 'demo');
      await onServer(older, folder, async (url) => {
        people = await signInAll(url, accounts);
        await orderPrescriptions(url, people);
        const requests = await findRequests(url, people);
        // Whoever reads an order for the first time opens it: the second answers are those of any later time.
        await askAll(url, people, requests);
        answers = await askAll(url, people, requests);
      });
      await amasin(folder, older, 'backup', backup);
      await amasin(root, restored, 'restore', '--plain', backup);
      const faults =
        (await compare(older, 'database', async () => people)) +
        (await compare(restored, 'backup', (url) => signInAll(url, accounts)));
      return faults === 0 ? 0 : 1;
    } finally {
      for (const { DATA_DIR } of [older, restored]) rmSync(DATA_DIR, { recursive: true, force: true });
    }
  });

/** @param work gets the URL of a server by the code of a folder */
async function onServer({ DATABASE_URL, DATA_DIR }, folder, work) {
  const server = await productOn(DATA_DIR, { settings: { DATABASE_URL }, folder });
  try {
    await server.start();
    return await work(server.url);
  } finally {
    await server.end();
  }
}

async function testLastRelease() {
  const { values } = parseArgs({ options: { from: { type: 'string' } } });
  const tag = values.from ?? lastRelease();
  if (tag === undefined) {
    console.log('No release before this one.');
    return 0;
  }
  const parent = mkdtempSync(join(tmpdir(), 'amasin-release-'));
  const folder = join(parent, tag);
  git('worktree', 'add', '--detach', folder, tag);
  try {
    const marksOf = (base) =>
      existsSync(join(base, MARKS)) ? JSON.parse(readFileSync(join(base, MARKS), 'utf8')) : [];
    const known = new Set(marksOf(folder).map((mark) => mark.tag));
    const added = marksOf(root).filter((mark) => !known.has(mark.tag));
    const stopping = added.filter(({ oldCode }) => oldCode !== 'serves');
    if (stopping.length > 0) {
      console.log(`${tag} has to be stopped first: ${stopping.map((mark) => mark.tag).join(', ')}.`);
      return 0;
    }
    console.log(
      `${tag} on the schema of this code; new: ${added.map((mark) => mark.tag).join(', ') || 'nothing'}.`,
    );
    return (
      (await testAfterReturn(folder)) || (await testSideBySide(folder)) || (await testSameAnswers(folder))
    );
  } finally {
    git('worktree', 'remove', '--force', folder);
    rmSync(parent, { recursive: true });
  }
}

process.exitCode = await testLastRelease();
