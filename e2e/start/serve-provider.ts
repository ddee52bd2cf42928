// Runs in a separate Node process: starts the product outside demo mode, with the payment providers of the first argument
// (`fedapay`, or several: `kkiapay,fedapay`) and an SMS vendor, which are fakes over HTTP on this machine; with `firebase` as the
// second one, a fake of Firebase sends the codes.
// On the server of TEST_DATABASE_URL if it is given.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { buildMedication, buildZone } from '../../server/src/builders/catalogue.ts';
import { openDatabase } from '../../server/src/database/database.ts';
import { startEmbeddedPostgres } from '../../server/src/database/embedded/start.ts';
import { migrateDatabase } from '../../server/src/database/migrate.ts';
import { readEnv } from '../../server/src/env.ts';
import {
  FEDAPAY_KEY,
  FEDAPAY_WEBHOOK_SECRET,
  startFedapay,
} from '../../server/src/payments/providers/fedapay.fixture.ts';
import { KKIAPAY_KEYS, startKkiapay } from '../../server/src/payments/providers/kkiapay.fixture.ts';
import { portalEnv, startPortal } from '../../server/src/payments/providers/portal.fixture.ts';
import { PROJECT, startFirebase } from '../../server/src/session/firebase.fixture.ts';
import { limits } from '../../server/src/settings/limits.ts';
import { startServer } from '../../server/src/start/start-server.ts';
import { reportReceived } from './report-received.ts';
import { startSmsVendor } from './sms-vendor.ts';

const folder = mkdtempSync(join(tmpdir(), 'amasin-e2e-'));
const names = (process.argv[2] ?? 'fedapay').split(',');
const providers = await Promise.all(names.map(startProvider));
const received = await reportReceived(
  Object.fromEntries(providers.map(({ fake }, index) => [names[index], fake])),
);
const vendor = await startSmsVendor();
const firebase = process.argv[3] === 'firebase' ? await startFirebase(Date.now) : null;
const database = await createDatabase();
const { pool, db, close } = openDatabase({ connectionString: database.url }, () => {});
await migrateDatabase(pool);
await buildMedication(db, { label: 'Albendazole 400 mg, boîte de 1', price: 500 });
await buildZone(db, { label: 'Cotonou, Haie Vive', sectors: ['Haie Vive'], price: 500 });
await close();

// The provider returns to PUBLIC_URL, so the port is known before the start.
const probe = createServer().listen(0, '127.0.0.1');
await once(probe, 'listening');
const { port } = probe.address() as AddressInfo;
probe.close();
await once(probe, 'close');

const url = `http://127.0.0.1:${port}`;
const env = readEnv({
  DEMO: '0',
  ASK_PHARMACIES: 'never',
  PORT: String(port),
  HOST: '127.0.0.1',
  PUBLIC_URL: url,
  DATABASE_URL: database.url,
  DATA_DIR: join(folder, 'product'),
  LINK_SECRET: 'a-secret-of-the-browser-tests-of-32-bytes',
  CONTACT_PHONE: '0197000000',
  CONTACT_EMAIL: 'contact@amasin.bj',
  LOG_LEVEL: 'silent',
  SMS_PROVIDER: 'http',
  SMS_URL: `${vendor.url}/send`,
  SMS_KEY: vendor.key,
  SMS_HEADERS: '{"APIKEY":"{key}"}',
  SMS_FIELDS: '{"from":"{from}","to":"{to}","message":"{text}"}',
  PAYMENT_PROVIDER: names.join(','),
  ...Object.assign({}, ...providers.map(({ settings }) => settings)),
  ...(firebase && {
    PHONE_VERIFICATION: 'firebase',
    FIREBASE_PROJECT_ID: PROJECT.projectId,
    FIREBASE_API_KEY: PROJECT.apiKey,
    FIREBASE_AUTH_DOMAIN: PROJECT.authDomain,
    FIREBASE_KEYS_URL: firebase.settings.keysUrl,
  }),
});
// A proof of work takes the browser no time here.
limits.captchaWork = 100;
const server = await startServer(env, () => {});
const started = {
  url,
  database: { connectionString: database.url },
  secrets: [...providers.flatMap(({ secrets }) => secrets), vendor.key],
  messages: `${vendor.url}/messages`,
  received: received.url,
  firebase: firebase?.url,
};
process.send?.(started);

process.on('SIGTERM', async () => {
  await server.stop();
  await Promise.all(providers.map(({ fake }) => fake.close()));
  await received.close();
  await vendor.close();
  await firebase?.close();
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
  process.exit(0);
});

async function startProvider(provider: string) {
  if (provider === 'kkiapay') {
    const widget = await startKkiapay();
    const { publicKey, privateKey, secretKey, webhookSecret } = KKIAPAY_KEYS;
    return {
      fake: widget,
      settings: {
        KKIAPAY_PUBLIC_KEY: publicKey,
        KKIAPAY_PRIVATE_KEY: privateKey,
        KKIAPAY_SECRET_KEY: secretKey,
        KKIAPAY_WEBHOOK_SECRET: webhookSecret,
        KKIAPAY_URL: widget.url,
        KKIAPAY_WIDGET_URL: widget.url,
      },
      secrets: [privateKey, secretKey, webhookSecret],
    };
  }
  if (provider === 'portal') {
    const portal = await startPortal();
    const settings = portalEnv(portal);
    const { PORTAL_EMAIL, PORTAL_PASSWORD, PORTAL_WEBHOOK_SECRET } = settings;
    return {
      fake: portal,
      settings,
      secrets: [PORTAL_EMAIL, PORTAL_PASSWORD, PORTAL_WEBHOOK_SECRET],
    };
  }
  const page = await startFedapay();
  return {
    fake: page,
    settings: {
      FEDAPAY_SECRET_KEY: FEDAPAY_KEY,
      FEDAPAY_WEBHOOK_SECRET,
      FEDAPAY_URL: page.url,
    },
    secrets: [FEDAPAY_KEY, FEDAPAY_WEBHOOK_SECRET],
  };
}

/** A new database on the given server, or on an embedded one. */
async function createDatabase(): Promise<{ url: string; drop: () => Promise<void> }> {
  const given = process.env.TEST_DATABASE_URL;
  if (!given) {
    const postgres = await startEmbeddedPostgres({ dataDir: folder, durable: false, log: () => {} });
    return { url: postgres.url, drop: () => postgres.stop() };
  }
  const run = async (statement: string) => {
    const client = new Client({ connectionString: given });
    await client.connect();
    await client.query(statement);
    await client.end();
  };
  const name = `amasin_e2e_${randomBytes(4).toString('hex')}`;
  await run(`create database ${name} template template0 encoding 'UTF8'`);
  const url = new URL(given);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => run(`drop database ${name} with (force)`) };
}
