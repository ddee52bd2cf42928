import { createHash, randomUUID } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { type Account, canReach, chooseAccount } from './account.ts';
import { binaryPath, linkLibraries } from './locate-binaries.ts';
import { EmbeddedStartError } from './start-error.ts';

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
  const cluster = canReach(account, { folders: [dirname(usual)] }) ? usual : moveOut(options, account, usual);
  const native = canReadBinaries(account, options.native)
    ? options.native
    : copyBinaries(options.native, shelter);
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
    throw new EmbeddedStartError(
      `La base est dans ${usual}, où l’utilisateur ${account.name} ne peut plus entrer : rendez ce chemin accessible (chmod o+x) ou indiquez DATABASE_URL.`,
    );
  }
  // Part of the name is random, so that a clone recreated at the same path starts with an empty database.
  const name = createHash('sha256').update(dataDir).update(randomUUID()).digest('hex').slice(0, 16);
  const cluster = join(shelter, name, 'postgres');
  makePassage(dirname(cluster));
  if (!canReach(account, { folders: [dirname(cluster)] })) {
    throw new EmbeddedStartError(
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

function canReadBinaries(account: Account, native: string): boolean {
  return canReach(account, {
    folders: [join(native, 'lib'), join(native, 'share')],
    files: readdirSync(join(native, 'lib'), { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(native, 'lib', entry.name)),
    programs: [binaryPath(native, 'initdb'), binaryPath(native, 'postgres')],
  });
}

/** One copy per version for all clones on the machine. Atomic. */
function copyBinaries(native: string, shelter: string): string {
  const { name, version } = JSON.parse(readFileSync(join(dirname(native), 'package.json'), 'utf8'));
  const copy = join(shelter, `${String(name).split('/').pop()}-${version}`);
  if (existsSync(copy)) return copy;
  makePassage(shelter);
  const partial = `${copy}.${randomUUID()}`;
  cpSync(native, partial, { recursive: true, verbatimSymlinks: true });
  for (const entry of readdirSync(partial, {
    recursive: true,
    withFileTypes: true,
  })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isDirectory() || entry.parentPath === join(partial, 'bin')) chmodSync(path, 0o755);
    else if (entry.isFile()) chmodSync(path, 0o644);
  }
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
