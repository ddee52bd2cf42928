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

/** Where PostgreSQL listens: a folder for its socket, or a local port with a password. */
export type Endpoint = { host: string; port: number; password?: string };
export type Transport = 'socket' | 'tcp';

/** Connection settings for `pg`; with a socket, `host` is its folder. */
export type EmbeddedConnection = {
  host: string;
  port: number;
  user: string;
  password?: string;
  database: string;
};

/** PostgreSQL's superuser in the cluster, and the name of our database. */
export const SUPERUSER = 'amasin';
export const DATABASE = 'amasin';

/** With a socket, only part of the file name. */
const SOCKET_PORT = 5432;
/** The kernel's limit for a socket path (macOS: 104 with the final zero; Linux: 108). */
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
    password: readOrCreatePassword(dataDir),
  };
}

/**
 * Only the account and root may enter the folder, so connections on the socket are trusted. The name is
 * short, because socket paths are limited, and derived from the data folder.
 */
function makeSocketFolder(dataDir: string, account: Account | undefined): string {
  const name = `amasin-${createHash('sha256').update(dataDir).digest('hex').slice(0, 12)}`;
  const temporary = chooseTemporary(name, account);
  const folder = join(temporary, name);
  if (!isOurs(folder, account)) return own(mkdtempSync(`${folder}-`), account);
  // A leftover socket would make PostgreSQL check its process id. The caller has verified that no server is
  // running.
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { mode: 0o700 });
  return own(folder, account);
}

function chooseTemporary(name: string, account: Account | undefined): string {
  const longest = join(tmpdir(), `${name}-XXXXXX`, `.s.PGSQL.${SOCKET_PORT}`);
  const fits = Buffer.byteLength(longest) <= LONGEST_SOCKET_PATH;
  return fits && canReach(account, { folders: [tmpdir()] }) ? tmpdir() : '/tmp';
}

/** Anyone may create names in the temporary folder: a folder with another owner is not used. */
function isOurs(folder: string, account: Account | undefined): boolean {
  const found = lstatSync(folder, { throwIfNoEntry: false });
  if (found === undefined) return true;
  return found.isDirectory() && [account?.uid, process.getuid?.()].includes(found.uid);
}

function own(folder: string, account: Account | undefined): string {
  chmodSync(folder, 0o700);
  if (account) chownSync(folder, account.uid, account.gid);
  return folder;
}

export function passwordFile(dataDir: string): string {
  return join(dataDir, 'postgres.password');
}

/** Generated once: the cluster's superuser password is set when the cluster is created. */
function readOrCreatePassword(dataDir: string): string {
  const path = passwordFile(dataDir);
  if (!existsSync(path)) writeFileSync(path, randomBytes(24).toString('base64url'), { mode: 0o600 });
  return readFileSync(path, 'utf8');
}

async function findFreePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port was assigned');
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
