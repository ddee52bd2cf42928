// Runs in a separate Node process without Playwright’s loader: starts the product in demo mode, on a new database. With a
// number as argument, every text in it is a hostile one, beginning at that one; with « long », one long word. With « asking »,
// pharmacies are asked before an order is paid.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../../server/src/database/database.ts';
import { startEmbeddedPostgres } from '../../server/src/database/embedded/start.ts';
import { migrateDatabase } from '../../server/src/database/migrate.ts';
import { fillDemo } from '../../server/src/demo/fill-demo.ts';
import { readEnv } from '../../server/src/env.ts';
import { folderStore } from '../../server/src/files/folder-store.ts';
import { startServer } from '../../server/src/start/start-server.ts';
import { buildAccounts } from './build-accounts.ts';
import { hostileTexts, longWords } from './hostile-texts.ts';
import { writeHostileTexts } from './write-hostile-texts.ts';

const folder = mkdtempSync(join(tmpdir(), 'amasin-e2e-'));
const postgres = await startEmbeddedPostgres({ dataDir: folder, durable: false, log: () => {} });
const { pool, db, close } = openDatabase(postgres.connection, () => {});
await migrateDatabase(pool);
const dataDir = join(folder, 'product');
const files = folderStore(join(dataDir, 'files'));
await fillDemo({ db, files, clock: { now: () => new Date() } });
await buildAccounts(db, files, new Date());
const [first] = process.argv.slice(2);
const isAsking = first === 'asking';
const from = isAsking ? undefined : first;
const texts = from === 'long' ? longWords : hostileTexts;
const written = from === undefined ? [] : await writeHostileTexts(pool, texts, Number(from) || 0);
await close();

const env = readEnv({
  DEMO: '1',
  ASK_PHARMACIES: isAsking ? 'always' : 'never',
  PORT: '0',
  HOST: '127.0.0.1',
  DATABASE_URL: postgres.url,
  DATA_DIR: dataDir,
  LOG_LEVEL: 'error',
});
const server = await startServer(env, () => {});
process.send?.({ url: `http://127.0.0.1:${server.port}`, database: postgres.connection, written });

process.on('SIGTERM', async () => {
  await server.stop();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
  process.exit(0);
});
