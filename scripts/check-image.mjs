// Run by `npm run test:long`, on the pinned Node and Linux, as root. The steps of deploy/Dockerfile in folders, then the server as the image
// starts it: its user, a root that it cannot write, a PostgreSQL beside it. With IMAGE_BASE, a Debian made by debootstrap is below it, in
// place of this machine's.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { startEmbeddedPostgres } from '../server/src/database/embedded/start.ts';
import { buildImage, runIn, startIn } from './tools/image.mjs';
import { exitWithError, root } from './tools/run.mjs';

const PORT = 3999;
const BASE = process.env.IMAGE_BASE ?? '/';
/** The base image `node:…-bookworm-slim` is estimated at 250 MB: Debian takes 75, Node 143, its headers 7 and npm 14; the rest is room for their next versions. */
const BASE_MB = 250;
const LIMIT_MB = 450;
const MEMORY_MB = 250;
const COMMIT = '0123456789abcdef0123456789abcdef01234567';
/** A white picture of one point. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8/5+hHgAHggJ/PchI7wAAAABJRU5ErkJggg==',
  'base64',
);

if (process.platform !== 'linux' || process.getuid() !== 0) {
  console.log('Not tried: needs root on Linux.');
  process.exit();
}

const parent = mkdtempSync(join(tmpdir(), 'amasin-image-'));
chmodSync(parent, 0o755);
let postgres;
let server;
try {
  const image = await buildImage(join(root, 'deploy', 'Dockerfile'), {
    parent,
    base: BASE,
    args: { COMMIT },
  });
  const appMb =
    megabytes(image.folder) -
    megabytes(join(image.folder, 'usr', 'local', 'lib')) -
    megabytes(join(image.folder, 'usr/local/bin/node'));
  console.log(`Size: ${appMb} MB on ${image.from} (${BASE_MB} MB)`);
  expect(appMb + BASE_MB < LIMIT_MB, `the image is smaller than ${LIMIT_MB} MB`);
  expect(image.user === '10001:10001', 'it does not run as root');

  postgres = await startEmbeddedPostgres({
    dataDir: join(parent, 'postgres'),
    durable: false,
    log: () => {},
  });
  const admin = new pg.Client({ connectionString: postgres.url });
  await admin.connect();
  await admin.query(`create role image login password 'image'`);
  await admin.query(`create database image owner image template template0 encoding 'UTF8'`);
  await admin.end();
  const owner = new pg.Client({ connectionString: withDatabase(postgres.url, 'image') });
  await owner.connect();
  for (const [line] of readFileSync(join(root, 'deploy/compose/postgres-init.sh'), 'utf8').matchAll(
    /^create extension .*$/gm,
  )) {
    await owner.query(line);
  }
  await owner.end();
  const data = join(parent, 'data');
  for (const path of [data, join(data, 'saved')]) {
    mkdirSync(path, { mode: 0o750 });
    chownSync(path, 10_001, 10_001);
  }
  const env = { ...settings(await openDoor(postgres.url)), PORT: String(PORT) };
  const options = { env, readOnly: true, writable: data };

  expect((await runIn(image, ['amasin', 'migrate'], options)) === 0, 'amasin migrate');
  expect((await runIn(image, ['amasin', 'demo'], options)) === 0, 'amasin demo');
  const begin = performance.now();
  server = startIn(image, image.command, options);
  const url = `http://127.0.0.1:${PORT}`;
  await until(async () => (await fetch(`${url}/health/ready`)).status === 200, server);
  console.log(`Ready after ${((performance.now() - begin) / 1000).toFixed(1)} s`);
  expect((await runIn(image, image.healthcheck, options)) === 0, 'the health check of the image');
  for (const path of ['/', '/medicaments', '/confidentialite', '/api/public/medications']) {
    expect((await fetch(url + path)).status === 200, path);
  }
  await sendPicture(url);
  const status = readFileSync(`/proc/${server.pid}/status`, 'utf8');
  expect(/^Uid:\t10001\t10001/m.test(status), 'the process is that of the user of the image');
  const memory = Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(status)[1]) / 1024);
  console.log(`Resident: ${memory} MB`);
  expect(memory < MEMORY_MB, `it takes less than ${MEMORY_MB} MB`);
  const write = 'touch /srv/amasin/x || touch /etc/x || touch /usr/local/bin/x || touch /x';
  expect(
    (await runIn(image, ['sh', '-c', write], { ...options, stdio: 'ignore' })) !== 0,
    'nothing can be written but DATA_DIR and /tmp',
  );
  expect(
    (await runIn(image, ['amasin', 'backup', '--keep', '2', '/var/lib/amasin/saved'], options)) === 0,
    'amasin backup',
  );
  expect(readdirSync(join(data, 'saved')).length === 1, 'one backup');
  if (spawnSync('caddy', ['version']).error === undefined) await roll(image, options);
  else console.log('Not tried: two servers behind Caddy, which is not installed.');
  expect((await stop(server)) === 0, 'it stops by SIGTERM with 0');
  server = undefined;
  console.log(`Written below DATA_DIR: ${readdirSync(data).sort().join(', ')}`);
} catch (error) {
  server?.kill('SIGKILL');
  console.error(error);
  process.exitCode = 1;
} finally {
  await postgres?.stop();
  rmSync(parent, { recursive: true, force: true });
}

/** Two servers behind the Caddyfile of compose, replaced one after the other while a visitor reads. */
async function roll(image, options) {
  const [second, door, check] = [PORT + 1, PORT + 2, PORT + 3];
  const ports = {
    'amasin-1:3000': `127.0.0.1:${PORT}`,
    'amasin-2:3000': `127.0.0.1:${second}`,
    ':8080': `:${check}`,
  };
  const text = readFileSync(join(root, 'deploy/compose/Caddyfile'), 'utf8');
  const file = join(parent, 'Caddyfile');
  writeFileSync(
    file,
    Object.entries(ports).reduce((all, [from, to]) => all.replaceAll(from, to), text),
  );
  const url = `http://127.0.0.1:${door}`;
  const env = {
    ...process.env,
    PUBLIC_URL: url,
    ACME_EMAIL: 'technique@amasin.bj',
    XDG_DATA_HOME: parent,
    XDG_CONFIG_HOME: parent,
  };
  const start = (port) =>
    startIn(image, image.command, {
      ...options,
      env: { ...options.env, PORT: String(port) },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  const isReady = async (at) => (await fetch(`${at}/health/ready`)).status === 200;
  let other = start(second);
  const caddy = spawn('caddy', ['run', '--adapter', 'caddyfile', '--config', file], { env, stdio: 'ignore' });
  const answers = new Map();
  let isReading = true;
  try {
    await until(() => isReady(`http://127.0.0.1:${second}`), other);
    await until(() => isReady(url), caddy);
    expect((await firstLine(url)).startsWith('0{'), 'WebSocket passes through Caddy');
    const reading = (async () => {
      for (const path = '/api/public/medications?limit=1'; isReading; ) {
        const status = await fetch(url + path).then(
          (answer) => answer.text().then(() => answer.status),
          ({ message }) => message,
        );
        answers.set(status, (answers.get(status) ?? 0) + 1);
        // Below the limit of searches.
        await delay(40);
      }
    })();
    await stop(server);
    server = start(PORT);
    await until(() => isReady(`http://127.0.0.1:${PORT}`), server);
    // Caddy asks each second.
    await delay(2_000);
    await stop(other);
    other = start(second);
    await until(() => isReady(`http://127.0.0.1:${second}`), other);
    isReading = false;
    await reading;
    console.log(`Answers during the roll: ${JSON.stringify([...answers])}`);
    expect(answers.size === 1 && answers.has(200), 'both are replaced without a refused call');
  } finally {
    isReading = false;
    caddy.kill('SIGTERM');
    await stop(other);
  }
}

/** The first message of a socket: socket.io opens it with « 0{… ». */
function firstLine(url) {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`);
    socket.onerror = reject;
    socket.onmessage = ({ data }) => {
      socket.close();
      resolve(data);
    };
  });
}

/** The demonstration, so that a customer and medicines are there; the store and the database are as outside it. */
function settings(port) {
  return {
    DEMO: '1',
    TRUST_PROXY: '1',
    DRAIN_SECONDS: '3',
    DATABASE_URL: `postgresql://image:image@127.0.0.1:${port}/image`,
    HOST: '127.0.0.1',
    BACKUP_KEY: 'a-key-of-this-test-of-more-than-32-bytes',
  };
}

/** The embedded PostgreSQL has a socket in a folder of its own: the image sees a port, as of a neighbour. */
async function openDoor(url) {
  const { searchParams, hostname, port } = new URL(url);
  const folder = searchParams.get('host');
  const target =
    folder === null
      ? { host: hostname, port }
      : { path: join(folder, `.s.PGSQL.${searchParams.get('port')}`) };
  const door = createServer((client) => {
    const inner = connect(target);
    for (const [from, to] of [
      [client, inner],
      [inner, client],
    ])
      from.on('error', () => to.destroy()).pipe(to);
  });
  await once(door.unref().listen(0, '127.0.0.1'), 'listening');
  return door.address().port;
}

function withDatabase(url, name) {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}

/** A picture is drawn again in a process of its own, under a limit of memory that /bin/sh sets. */
async function sendPicture(url) {
  const body = JSON.stringify({ identifier: '0197000001', password: 'demo-amasin' });
  const headers = { 'content-type': 'application/json' };
  const { token } = await (await fetch(`${url}/api/auth/login`, { method: 'POST', headers, body })).json();
  const form = new FormData();
  form.set('type', 'prescription');
  form.set('file', new File([PICTURE], 'ordonnance.png', { type: 'image/png' }));
  const answer = await fetch(`${url}/api/upload`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
  expect(answer.status === 201, `a prescription is kept (${answer.status} ${await answer.text()})`);
}

function expect(isTrue, what) {
  if (!isTrue) throw new Error(`Not so: ${what}`);
  console.log(`✓ ${what}`);
}

async function until(holds, child) {
  for (;;) {
    if (child.exitCode !== null) exitWithError('The server ended.');
    if (await holds().catch(() => false)) return;
    await delay(100);
  }
}

function stop(child) {
  child.kill('SIGTERM');
  return new Promise((resolve) => child.once('exit', resolve));
}

/** Sums the bytes of the files, as an engine counts them. */
function megabytes(path) {
  return Math.round(
    Number(execFileSync('du', ['-s', '-B1', '--apparent-size', path], { encoding: 'utf8' }).split('\t')[0]) /
      1e6,
  );
}
