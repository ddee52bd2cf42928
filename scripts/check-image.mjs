// Run by `npm run test:long` with the engine of this machine: node scripts/check-image.mjs docker. Builds deploy/Dockerfile and serves
// the demonstration from the image as compose does: without rights, on a root that it cannot write, beside the PostgreSQL of compose.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parse } from 'yaml';
import { root } from './tools/run.mjs';

const LIMIT_MB = 450;
const MEMORY_MB = 250;
const READY_MS = 60_000;
/** The tag of the image, and the name of the network, the volume and the containers. */
const NAME = 'amasin-check';
const SITE = 'http://127.0.0.1:3999';
/** A white picture of one point. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8/5+hHgAHggJ/PchI7wAAAABJRU5ErkJggg==',
  'base64',
);

const [engine] = process.argv.slice(2);
const { services } = parse(readFileSync(join(root, 'deploy/compose/compose.yaml'), 'utf8'), { merge: true });
const secrets = mkdtempSync(join(tmpdir(), `${NAME}-`));
writeFileSync(join(secrets, 'password'), 'check', { mode: 0o444 });
const database = [
  ...['--detach', '--name', `${NAME}-postgres`, '--network', NAME],
  ...['--env', 'POSTGRES_DB=amasin', '--env', 'POSTGRES_PASSWORD=check'],
  ...['--env', `POSTGRES_INITDB_ARGS=${services.postgres.environment.POSTGRES_INITDB_ARGS}`],
  ...['--volume', `${join(secrets, 'password')}:/run/secrets/database_password:ro`],
  ...[
    '--volume',
    `${join(root, 'deploy/compose/postgres-init.sh')}:/docker-entrypoint-initdb.d/amasin.sh:ro`,
  ],
  services.postgres.image,
];
const confined = [
  ...['--read-only', '--cap-drop', 'ALL', '--security-opt', 'no-new-privileges', '--tmpfs', '/tmp:mode=1777'],
  ...['--network', NAME, '--volume', `${NAME}:/var/lib/amasin`],
  // In the demonstration a server listens to its own machine only.
  ...[
    '--env',
    'DEMO=1',
    '--env',
    'HOST=0.0.0.0',
    '--env',
    'BACKUP_KEY=a-key-of-this-test-of-more-than-32-bytes',
  ],
  ...['--env', `DATABASE_URL=postgresql://amasin:check@${NAME}-postgres/amasin`],
];

try {
  removeAll();
  call('build', '--file', 'deploy/Dockerfile', '--tag', NAME, '.');
  const size = Math.round(Number(read('image', 'inspect', '--format', '{{.Size}}', NAME)) / 1e6);
  console.log(`Size: ${size} MB`);
  expect(size < LIMIT_MB, `the image is smaller than ${LIMIT_MB} MB`);

  call('network', 'create', NAME);
  call('run', ...database);
  // By TCP: the temporary server of the first start has only its socket.
  await until(() => call('exec', `${NAME}-postgres`, 'pg_isready', '--host', '127.0.0.1'));
  call('run', '--rm', ...confined, NAME, 'amasin', 'migrate');
  call('run', '--rm', ...confined, NAME, 'amasin', 'demo');
  call('run', '--detach', '--name', NAME, '--publish', '127.0.0.1:3999:3000', ...confined, NAME);
  await until(async () => expect((await fetch(`${SITE}/health/ready`)).ok, 'it is ready'));
  call('exec', NAME, 'node', '/srv/amasin/deploy/image/is-alive.mjs');
  for (const path of ['/', '/medicaments', '/confidentialite', '/api/public/medications']) {
    expect((await fetch(SITE + path)).status === 200, path);
  }
  await sendPicture();

  const status = read('exec', NAME, 'cat', '/proc/1/status');
  expect(/^Uid:\t10001\t10001/m.test(status), 'the server is not root');
  const memory = Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(status)[1]) / 1024);
  expect(memory < MEMORY_MB, `it takes less than ${MEMORY_MB} MB (${memory})`);
  const write = 'touch /srv/amasin/x || touch /etc/x || touch /usr/local/bin/x || touch /x || echo refused';
  expect(read('exec', NAME, 'sh', '-c', write) === 'refused', 'it writes only to DATA_DIR and /tmp');
  call('exec', NAME, 'amasin', 'backup', '/var/lib/amasin/check.age');
  call('stop', '--time', '30', NAME);
  expect(read('inspect', '--format', '{{.State.ExitCode}}', NAME) === '0', 'it stops by SIGTERM with 0');
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
} finally {
  removeAll();
  rmSync(secrets, { recursive: true });
}

/** @throws Error when the command fails; its output is on our terminal */
function call(...args) {
  execFileSync(engine, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
}

function read(...args) {
  return execFileSync(engine, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim();
}

/** Removes what a check leaves, also one that was killed. */
function removeAll() {
  const steps = [
    ['rm', '--force', '--volumes', NAME, `${NAME}-postgres`],
    ['volume', 'rm', '--force', NAME],
    ['network', 'rm', NAME],
  ];
  for (const args of steps) spawnSync(engine, args, { stdio: 'ignore' });
}

/** A picture is drawn again in a process of its own, under a limit of memory that /bin/sh sets. */
async function sendPicture() {
  const body = JSON.stringify({ identifier: '0197000001', password: 'demo-amasin' });
  const headers = { 'content-type': 'application/json' };
  const { token } = await (await fetch(`${SITE}/api/auth/login`, { method: 'POST', headers, body })).json();
  const form = new FormData();
  form.set('type', 'prescription');
  form.set('file', new File([PICTURE], 'ordonnance.png', { type: 'image/png' }));
  const answer = await fetch(`${SITE}/api/upload`, {
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

async function until(act) {
  for (const end = Date.now() + READY_MS; ; await delay(500)) {
    try {
      return await act();
    } catch (error) {
      if (Date.now() > end) throw error;
    }
  }
}
