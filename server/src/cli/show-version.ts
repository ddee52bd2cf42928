import { knownMigrations } from '../database/migration-list.ts';
import { readEnv } from '../env.ts';
import { findCommit, version } from '../settings/version.ts';
import { print } from './with-store.ts';

/** Says what this program is: two of the same version may have other schemas between releases. */
export function showVersion(): void {
  const commit = readEnv(process.env).COMMIT ?? findCommit();
  print(`Amasin ${version}, commit ${commit ?? 'inconnu'}, schéma ${knownMigrations.at(-1)?.tag ?? 'vide'}`);
}
