import { spawn } from 'node:child_process';
import { chownSync, copyFileSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { passwordFile, SUPERUSER, type Transport } from './endpoint.ts';
import { binaryPath } from './locate-binaries.ts';
import type { Home } from './prepare-home.ts';
import { EmbeddedStartError } from './start-error.ts';

/**
 * Options of PostgreSQL's processes: no PG… variables, which PostgreSQL would read; a fixed locale, which affects
 * collation; and the folder of its programs, because its account may be unable to enter our current folder.
 */
export function childOptions({ native, account }: Pick<Home, 'native' | 'account'>) {
  const env = {
    PATH: process.env.PATH ?? '',
    LC_ALL: 'C',
    TZ: 'UTC',
    ...windowsVariables(),
  };
  const cwd = join(native, 'bin');
  return {
    env,
    cwd,
    windowsHide: true,
    ...(account ? { uid: account.uid, gid: account.gid } : {}),
  };
}

function windowsVariables(): Record<string, string> {
  const { SystemRoot, TEMP } = process.env;
  return { ...(SystemRoot ? { SystemRoot } : {}), ...(TEMP ? { TEMP } : {}) };
}

/** Creates the cluster unless it exists. Atomic: leftovers of an interrupted creation are deleted first. */
export async function createCluster(home: Home, transport: Transport, durable: boolean): Promise<void> {
  if (existsSync(join(home.cluster, 'PG_VERSION'))) return;
  const partial = `${home.cluster}.partial`;
  rmSync(partial, { recursive: true, force: true });
  mkdirSync(partial, { mode: 0o700 });
  const password = `${home.cluster}.password`;
  if (transport === 'tcp') copyFileSync(passwordFile(home.dataDir), password);
  if (home.account) {
    chownSync(partial, home.account.uid, home.account.gid);
    if (transport === 'tcp') chownSync(password, home.account.uid, home.account.gid);
  }
  try {
    await initialise(home, [
      `--pgdata=${partial}`,
      `--username=${SUPERUSER}`,
      '--encoding=UTF8',
      '--locale=C',
      // The C library's locale does not lower-case É; the builtin provider supports Unicode.
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      ...(transport === 'tcp'
        ? ['--auth=scram-sha-256', `--pwfile=${password}`]
        : ['--auth-local=trust', '--auth-host=reject']),
      ...(durable ? [] : ['--no-sync']),
    ]);
    renameSync(partial, home.cluster);
  } finally {
    rmSync(password, { force: true });
  }
}

async function initialise(home: Home, args: string[]): Promise<void> {
  const child = spawn(binaryPath(home.native, 'initdb'), args, {
    ...childOptions(home),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let output = '';
  child.stderr.on('data', (chunk) => {
    output += chunk;
  });
  const code = await new Promise((resolve) => child.once('close', resolve).once('error', resolve));
  if (code === 0) return;
  const reason = code instanceof Error ? code.message : output.trim().replaceAll(/\s*\n\s*/g, ' ');
  throw new EmbeddedStartError(
    `La base embarquée ne peut pas être créée dans ${home.cluster} (${reason}) : corrigez cela, ou indiquez un serveur dans DATABASE_URL.`,
  );
}
