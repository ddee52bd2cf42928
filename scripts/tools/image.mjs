import { execFileSync, spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  symlinkSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { DockerfileParser } from 'dockerfile-ast';
import { validate } from 'dockerfile-utils';
import { pinnedNode, root } from './run.mjs';

/** Adds to a Debian what the official image of Node has. */
const SYSTEM = ['usr', 'bin', 'sbin', 'lib', 'lib64', 'etc'];
const NODE_ENV = { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin' };

/** Settings of this machine that npm needs to reach its registry. */
const forNpm = () =>
  Object.entries(process.env).filter(([name]) =>
    /^(?:https?_proxy|no_proxy|NODE_EXTRA_CA_CERTS)$/i.test(name),
  );

/**
 * Builds a Dockerfile without an engine: each stage is a folder, whose RUN steps see that folder as the root, over a Debian.
 * It knows the instructions that ours uses, and refuses others.
 * @param base a Debian: the root of this machine, or a folder of debootstrap
 * @returns the last stage
 */
export async function buildImage(file, { parent, base = '/', args = {} }) {
  const text = readFileSync(file, 'utf8');
  const faults = validate(text);
  if (faults.length > 0) throw new Error(faults.map(({ message }) => message).join('\n'));
  const stages = new Map();
  const given = {};
  let stage;
  for (const step of DockerfileParser.parse(text).getInstructions()) {
    const keyword = step.getKeyword();
    const words = step.getArguments().map((argument) => argument.getValue());
    const expand = (word) => word.replace(/\$\{(\w+)\}/g, (_, name) => stage?.env[name] ?? given[name] ?? '');
    if (keyword === 'FROM') {
      const name = step.getBuildStage() ?? 'final';
      const from = (step.getImage() ?? '').replace(/\$\{(\w+)\}/g, (_, variable) => given[variable] ?? '');
      stage = stages.get(from) ?? openStage(join(parent, name), base, from);
      stages.set(name, stage);
    } else if (keyword === 'ARG') {
      const [name, value = ''] = words[0].split('=');
      (stage?.env ?? given)[name] = args[name] ?? value;
    } else if (keyword === 'ENV') {
      for (const property of step.getProperties())
        stage.env[property.getName()] = expand(property.getValue());
    } else if (keyword === 'WORKDIR') {
      stage.workdir = words[0];
      mkdirSync(join(stage.folder, words[0]), { recursive: true });
    } else if (keyword === 'COPY') {
      copy(stages.get(step.getFromFlag()?.getValue()), stage, words);
    } else if (keyword === 'RUN') {
      console.log(`RUN ${words.join(' ')}`);
      const code = await runIn(stage, ['/bin/sh', '-c', step.getArgumentsContent()], {
        env: Object.fromEntries(forNpm()),
      });
      if (code !== 0) throw new Error(`RUN ${words.join(' ')}: ${code}`);
    } else if (keyword === 'USER') stage.user = words[0];
    else if (keyword === 'CMD') stage.command = step.getJSONStrings().map((one) => one.getJSONValue());
    else if (keyword === 'HEALTHCHECK') {
      stage.healthcheck = JSON.parse(step.getRawArgumentsContent().replace(/^.*?CMD\s+/s, ''));
    } else if (!['EXPOSE', 'VOLUME', 'STOPSIGNAL'].includes(keyword)) throw new Error(`Unknown: ${keyword}`);
  }
  return stage;
}

function openStage(folder, base, from) {
  installNode(folder);
  return {
    folder,
    base,
    from,
    env: { ...NODE_ENV },
    workdir: '/',
    healthcheck: null,
    command: null,
    user: '0:0',
  };
}

/** The official image has Node and npm in /usr/local. */
function installNode(folder) {
  const cli =
    process.env.npm_execpath ?? execFileSync('sh', ['-c', 'command -v npm'], { encoding: 'utf8' }).trim();
  const npm = dirname(dirname(realpathSync(cli)));
  const local = join(folder, 'usr', 'local');
  mkdirSync(join(local, 'bin'), { recursive: true });
  cpSync(pinnedNode(), join(local, 'bin', 'node'));
  cpSync(npm, join(local, 'lib', 'node_modules', 'npm'), { recursive: true });
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(local, 'bin', 'npm'));
}

function copy(from, stage, words) {
  const paths = words.slice(0, -1);
  const to = join(stage.folder, words.at(-1).startsWith('/') ? '/' : stage.workdir, words.at(-1));
  if (from !== undefined) {
    // Like the engine, with owners and modes.
    mkdirSync(to, { recursive: true });
    for (const path of paths) execFileSync('cp', ['-a', `${join(from.folder, path)}/.`, to]);
    return;
  }
  for (const path of paths) {
    const isAll = path === '.';
    for (const name of contextFiles().filter((one) => isAll || one === path)) {
      const target = isAll ? join(to, name) : join(to, name.split('/').at(-1));
      mkdirSync(dirname(target), { recursive: true });
      cpSync(join(root, name), target, { dereference: false });
    }
  }
}

/** Lists the files that git tracks, except those that .dockerignore names. */
function contextFiles() {
  const list = (...options) =>
    execFileSync('git', ['ls-files', '-z', '--cached', '--others', ...options], {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 2 ** 26,
    })
      .split('\0')
      .filter((name) => name !== '' && existsSync(join(root, name)));
  const ignored = new Set(list('--ignored', '--exclude-from=.dockerignore'));
  return list('--exclude-standard').filter((name) => !ignored.has(name));
}

/**
 * Runs a command with the stage as its root. With `readOnly`, as its user, only `writable` (a folder in place of DATA_DIR) and /tmp can
 * be written, and nothing of this machine's environment is seen.
 */
export function startIn(stage, command, { env = {}, readOnly = false, writable, stdio = 'inherit' } = {}) {
  const at = join(stage.folder, '..', 'mounted');
  mkdirSync(at, { recursive: true });
  const lines = ['set -eu', `mount -t tmpfs -o mode=755 tmpfs ${at}`];
  const bind = (source, target, mode = '') => {
    lines.push(`mkdir -p ${at}/${target}`, `mount --bind ${source} ${at}/${target}`);
    if (mode !== '') lines.push(`mount -o remount,bind,${mode} ${at}/${target}`);
  };
  for (const name of SYSTEM) {
    const source = join(stage.base, name);
    if (!existsSync(source)) continue;
    if (lstatSync(source).isSymbolicLink()) lines.push(`ln -s ${readlinkSync(source)} ${at}/${name}`);
    else bind(source, name, 'ro');
  }
  // To reach the registry, or the database, by name.
  if (stage.base !== '/') {
    for (const name of ['/etc/resolv.conf', '/etc/hosts', '/etc/ssl']) {
      if (existsSync(join(stage.base, name))) lines.push(`mount --bind ${name} ${at}${name}`);
    }
  }
  const mode = readOnly ? 'ro' : '';
  bind(join(stage.folder, 'usr', 'local'), 'usr/local', mode);
  for (const name of ['srv', 'image', 'var']) {
    if (existsSync(join(stage.folder, name))) bind(join(stage.folder, name), name, mode);
    else if (!readOnly) {
      mkdirSync(join(stage.folder, name));
      bind(join(stage.folder, name), name);
    }
  }
  if (writable !== undefined) lines.push(`mount --bind ${writable} ${at}${stage.env.DATA_DIR}`);
  lines.push(
    `mkdir -p ${at}/tmp ${at}/proc ${at}/dev ${at}/root`,
    `mount -t tmpfs -o mode=1777 tmpfs ${at}/tmp`,
  );
  lines.push(`mount --rbind /proc ${at}/proc`, `mount --rbind /dev ${at}/dev`);
  if (readOnly) lines.push(`mount -o remount,ro ${at}`);
  const variables = { HOME: '/tmp', ...stage.env, ...env };
  lines.push(
    `exec chroot ${readOnly ? `--userspec=${stage.user}` : ''} ${at} /usr/bin/env -i -C ${stage.workdir} "$@"`,
  );
  const pairs = Object.entries(variables).map(([name, value]) => `${name}=${value}`);
  return spawn('unshare', ['--mount', 'sh', '-c', lines.join('\n'), 'sh', ...pairs, ...command], { stdio });
}

export function runIn(stage, command, options) {
  return new Promise((resolve, reject) => {
    startIn(stage, command, options).once('error', reject).once('close', resolve);
  });
}
