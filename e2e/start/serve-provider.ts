// Runs in a separate Node process: starts the product outside demo mode, with the payment provider of the first argument,
// which is a fake over HTTP on this machine.
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildMedication, buildZone } from '../../server/src/builders/catalogue.ts';
import { openDatabase } from '../../server/src/database/database.ts';
import { startEmbeddedPostgres } from '../../server/src/database/embedded/start-embedded.ts';
import { migrateDatabase } from '../../server/src/database/migrate.ts';
import { readEnv } from '../../server/src/env.ts';
import {
  FEDAPAY_KEY,
  FEDAPAY_WEBHOOK_SECRET,
  startFedapay,
} from '../../server/src/payments/providers/fedapay/fedapay.fixture.ts';
import { KKIAPAY_KEYS, startKkiapay } from '../../server/src/payments/providers/kkiapay/kkiapay.fixture.ts';
import { startServer } from '../../server/src/start/start-server.ts';

const provider = process.argv[2] === 'kkiapay' ? 'kkiapay' : 'fedapay';
const folder = mkdtempSync(join(tmpdir(), 'amasin-e2e-'));
const postgres = await startEmbeddedPostgres({ dataDir: folder, durable: false, log: () => {} });
const { pool, db, close } = openDatabase(postgres.connection, () => {});
await migrateDatabase(pool);
await buildMedication(db, { label: 'Albendazole 400 mg, boîte de 1', price: 500 });
await buildZone(db, { label: 'Cotonou, Haie Vive', sectors: ['Haie Vive'], price: 500 });
await close();

const fake = await (provider === 'fedapay' ? startFedapay() : startKkiapay());
const settings = {
  fedapay: {
    FEDAPAY_SECRET_KEY: FEDAPAY_KEY,
    FEDAPAY_WEBHOOK_SECRET,
    FEDAPAY_URL: fake.url,
  },
  kkiapay: {
    KKIAPAY_PUBLIC_KEY: KKIAPAY_KEYS.publicKey,
    KKIAPAY_PRIVATE_KEY: KKIAPAY_KEYS.privateKey,
    KKIAPAY_SECRET_KEY: KKIAPAY_KEYS.secretKey,
    KKIAPAY_WEBHOOK_SECRET: KKIAPAY_KEYS.webhookSecret,
    KKIAPAY_URL: fake.url,
    KKIAPAY_WIDGET_URL: fake.url,
  },
}[provider];

// The provider returns to PUBLIC_URL, so the port is known before the start.
const probe = createServer().listen(0, '127.0.0.1');
await once(probe, 'listening');
const { port } = probe.address() as AddressInfo;
probe.close();
await once(probe, 'close');

const url = `http://127.0.0.1:${port}`;
const env = readEnv({
  DEMO: '0',
  PORT: String(port),
  HOST: '127.0.0.1',
  PUBLIC_URL: url,
  DATABASE_URL: postgres.url,
  DATA_DIR: join(folder, 'product'),
  LINK_SECRET: 'a-secret-of-the-browser-tests-of-32-bytes',
  LOG_LEVEL: 'silent',
  PAYMENT_PROVIDER: provider,
  ...settings,
});
const server = await startServer(env, () => {});
process.stdout.write(`${JSON.stringify({ url, database: postgres.connection })}\n`);

process.on('SIGTERM', async () => {
  await server.stop();
  await fake.close();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
  process.exit(0);
});
