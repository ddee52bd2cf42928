import { createHash, randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Account, canReach } from './account.ts';

/** Where PostgreSQL listens: a folder for its socket, or a port of this machine with a password. */
export type Endpoint = { host: string; port: number; password?: string };
export type Transport = 'socket' | 'tcp';

/** What `pg` needs to connect; with a socket, `host` is the folder that holds it. */
export type EmbeddedConnection = {
  host: string;
  port: number;
  user: string;
  password?: string;
  database: string;
};

/** PostgreSQL's superuser inside the cluster, and the name of the only database. */
export const SUPERUSER = 'amasin';
export const DATABASE = 'amasin';

/** With a socket it is only part of the file's name. */
const SOCKET_PORT = 5432;
/** What the kernel's address structure leaves for the path (macOS: 104 with the final zero; Linux: 108). */
const LONGEST_SOCKET_PATH = process.platform === 'darwin' ? 103 : 107;

export function usualTransport(): Transport {
  return process.platform === 'win32' ? 'tcp' : 'socket';
}

export async function chooseEndpoint(
  transport: Transport,
  dataDir: string,
  account: Account | undefined,
): Promise<Endpoint> {
  if (transport === 'socket') return { host: makeSocketFolder(dataDir, account), port: SOCKET_PORT };
  return {
    host: '127.0.0.1',
    port: await findFreePort(),
    password: keepPassword(dataDir),
  };
}

/**
 * Only the account may enter the folder (and root), so whoever reaches the socket is trusted. Short, because the path of a
 * socket is; derived from the data folder, so that it can be recognised.
 */
function makeSocketFolder(dataDir: string, account: Account | undefined): string {
  const name = `amasin-${createHash('sha256').update(dataDir).digest('hex').slice(0, 12)}`;
  const temporary = chooseTemporary(name, account);
  const folder = join(temporary, name);
  if (!isOurs(folder, account)) return own(mkdtempSync(`${folder}-`), account);
  // A socket left by a dead process would make PostgreSQL ask whether its number is in use; the caller has checked that nobody is there.
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { mode: 0o700 });
  return own(folder, account);
}

function chooseTemporary(name: string, account: Account | undefined): string {
  const longest = join(tmpdir(), `${name}-XXXXXX`, `.s.PGSQL.${SOCKET_PORT}`);
  const fits = Buffer.byteLength(longest) <= LONGEST_SOCKET_PATH;
  return fits && canReach(account, { folders: [tmpdir()] }) ? tmpdir() : '/tmp';
}

/** Anyone may create names in the temporary folder: one that is not ours is left alone. */
function isOurs(folder: string, account: Account | undefined): boolean {
  const there = lstatSync(folder, { throwIfNoEntry: false });
  if (there === undefined) return true;
  return there.isDirectory() && [account?.uid, process.getuid?.()].includes(there.uid);
}

function own(folder: string, account: Account | undefined): string {
  chmodSync(folder, 0o700);
  if (account) chownSync(folder, account.uid, account.gid);
  return folder;
}

export function passwordFile(dataDir: string): string {
  return join(dataDir, 'postgres.password');
}

/** Drawn once: the cluster keeps its superuser's password from its creation on. */
function keepPassword(dataDir: string): string {
  const path = passwordFile(dataDir);
  if (!existsSync(path)) writeFileSync(path, randomBytes(24).toString('base64url'), { mode: 0o600 });
  return readFileSync(path, 'utf8');
}

async function findFreePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('the system gave no port');
  return address.port;
}

export function connectionTo({ host, port, password }: Endpoint, database: string): EmbeddedConnection {
  return {
    host,
    port,
    user: SUPERUSER,
    ...(password ? { password } : {}),
    database,
  };
}

export function urlTo({ host, port, password }: Endpoint): string {
  if (password) return `postgresql://${SUPERUSER}:${password}@${host}:${port}/${DATABASE}`;
  return `postgresql://${SUPERUSER}@localhost/${DATABASE}?host=${encodeURIComponent(host)}&port=${port}`;
}
