// Run by `npm run test:long`, on the pinned Node. The tests of orders and payments of the last release, by its own code, on a database
// that this code has migrated: what servers of both releases do side by side, and after the way back.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, Pool } from 'pg';
import { startEmbeddedPostgres } from '../server/src/database/embedded/start.ts';
import { migrateDatabase } from '../server/src/database/migrate.ts';
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

const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();

/** The latest tag of a release before this commit, or undefined. */
function lastRelease() {
  const here = new Set(git('tag', '--points-at', 'HEAD').split('\n'));
  const tags = git('tag', '--merged', 'HEAD', '--sort=-version:refname', '--list', 'v*').split('\n');
  return tags.find((tag) => tag !== '' && !here.has(tag));
}

async function testOn(folder) {
  const data = mkdtempSync(join(tmpdir(), 'amasin-newer-'));
  const postgres = await startEmbeddedPostgres({ dataDir: data, durable: false, log: () => {} });
  try {
    const client = new Client({ connectionString: postgres.url });
    await client.connect();
    await client.query(`create database ${NEWER} template template0 encoding 'UTF8'`);
    await client.end();
    const newer = new URL(postgres.url);
    newer.pathname = `/${NEWER}`;
    const pool = new Pool({ connectionString: newer.href });
    await migrateDatabase(pool);
    await pool.end();
    const env = { TEST_DATABASE_URL: postgres.url, TEST_TEMPLATE: NEWER };
    return await run(process.execPath, [join('scripts', 'test.mjs'), ...JOURNEY], { cwd: folder, env });
  } finally {
    await postgres.stop();
    rmSync(data, { recursive: true, force: true });
  }
}

async function testLastRelease() {
  const tag = lastRelease();
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
    return await testOn(folder);
  } finally {
    git('worktree', 'remove', '--force', folder);
    rmSync(parent, { recursive: true });
  }
}

process.exitCode = await testLastRelease();
