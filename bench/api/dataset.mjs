import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Presets, SingleBar } from 'cli-progress';
import pg from 'pg';
import { root } from '../../scripts/tools/run.mjs';
import { openDatabase } from '../../server/src/database/database.ts';
import { DATABASE } from '../../server/src/database/embedded/endpoint.ts';
import { startEmbeddedPostgres } from '../../server/src/database/embedded/start-embedded.ts';
import { migrateDatabase } from '../../server/src/database/migrate.ts';
import { fillCatalogue } from './fill/catalogue.mjs';
import { fillPeopleAndOrders } from './fill/fill.mjs';

/** The filled database, of which each run gets a copy. */
const FILLED = 'bench_filled';
const log = (line) => process.stderr.write(`${line}\n`);

/** What the filled data depend on: a change of it makes another folder. */
const SOURCES = ['server/src/database/migrations', 'bench/api/fill'];

/** The data folder of these orders, under `folder`. */
export function dataFolder(folder, orders) {
  const hash = createHash('sha256').update(process.env.AMASIN_DATA ?? '');
  for (const source of SOURCES) {
    for (const name of readdirSync(join(root, source)).sort()) {
      if (/\.(sql|mjs)$/.test(name) && !name.includes('.test.'))
        hash.update(readFileSync(join(root, source, name)));
    }
  }
  return join(folder, `${orders}-${hash.digest('hex').slice(0, 12)}`);
}

/**
 * Makes the database of the product in this data folder a fresh copy of the filled one, which is filled first if need be. With
 * `statements`, PostgreSQL counts the time of each statement from its next start on.
 * @param onEnd receives a function that stops PostgreSQL, for an interruption
 */
export async function prepareData({ dataDir, orders, statements, onEnd }) {
  mkdirSync(dataDir, { recursive: true });
  const starting = startEmbeddedPostgres({ dataDir, log });
  onEnd(async () => (await starting).stop());
  const postgres = await starting;
  const admin = new pg.Client({ ...postgres.connection, database: 'postgres' });
  admin.on('error', () => undefined);
  try {
    await admin.connect();
    const found = await admin.query('select from pg_database where datname = $1', [FILLED]);
    if (found.rowCount === 0) await makeFilled(admin, postgres.connection, orders);
    await admin.query(`drop database if exists ${DATABASE} with (force)`);
    await admin.query(`create database ${DATABASE} template ${FILLED} strategy file_copy`);
    await admin.query(
      statements
        ? `alter system set shared_preload_libraries = 'pg_stat_statements'`
        : 'alter system reset shared_preload_libraries',
    );
    await admin.query('checkpoint');
  } finally {
    await admin.end().catch(() => undefined);
    await postgres.stop();
  }
}

async function makeFilled(admin, connection, orders) {
  log(`filling ${orders} orders`);
  await admin.query(`drop database if exists ${DATABASE} with (force)`);
  await admin.query(`create database ${DATABASE}`);
  const opened = openDatabase({ ...connection, statement_timeout: 0 }, (error) => log(error.message));
  const client = new pg.Client(connection);
  client.on('error', () => undefined);
  const bar = new SingleBar(
    { format: `${orders} orders {bar} {percentage} %`, noTTYOutput: true, notTTYSchedule: 10_000 },
    Presets.shades_classic,
  );
  const at = Date.now();
  try {
    await migrateDatabase(opened.pool);
    await fillCatalogue(opened, at);
    await client.connect();
    bar.start(1, 0);
    await fillPeopleAndOrders(client, orders, at, (done) => bar.update(done));
    await client.query('vacuum (freeze, analyze)');
  } finally {
    bar.stop();
    await client.end().catch(() => undefined);
    await opened.close();
  }
  await admin.query(`alter database ${DATABASE} rename to ${FILLED}`);
}
