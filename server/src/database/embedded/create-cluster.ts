import { spawn } from 'node:child_process';
import { chownSync, copyFileSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { passwordFile, SUPERUSER, type Transport } from './endpoint.ts';
import { binaryPath } from './locate-binaries.ts';
import type { Home } from './prepare-home.ts';
import { EmbeddedStartError } from './start-error.ts';

/**
 * The child gets none of our PG… variables, which would change what it does, and no language, which would decide how text is
 * compared; its account may not be able to enter our current folder.
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

/** Makes the cluster where there is none; it appears whole or not at all, whenever we are interrupted. */
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
      // The C library's own C locale leaves É as it is when lower-casing; this one knows Unicode.
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
  let said = '';
  child.stderr.on('data', (chunk) => {
    said += chunk;
  });
  const code = await new Promise((resolve) => child.once('close', resolve).once('error', resolve));
  if (code === 0) return;
  const reason = code instanceof Error ? code.message : said.trim().replaceAll(/\s*\n\s*/g, ' ');
  throw new EmbeddedStartError(
    `La base embarquée ne peut pas être créée dans ${home.cluster} (${reason}) : corrigez cela, ou indiquez un serveur dans DATABASE_URL.`,
  );
}
