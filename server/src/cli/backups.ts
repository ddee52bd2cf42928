import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DAY_MS } from '@amasin/domain/contract/time.ts';
import { Presets, SingleBar } from 'cli-progress';
import { openBackup } from '../backup/archive.ts';
import { restoreBackup } from '../backup/restore.ts';
import { verifyBackup } from '../backup/verify.ts';
import { type Saved, type Saving, streamBackup, writeBackup } from '../backup/write-backup.ts';
import { systemClock } from '../ctx.ts';
import { isEmpty } from '../demo/queries.ts';
import { type Env, readEnv } from '../env.ts';
import { openFileStore } from '../files/open-file-store.ts';
import { LAST_BACKUP, LAST_CHECK } from '../http/last-backup.ts';
import { OperatorError } from '../settings/operator-error.ts';
import { reasonOf } from '../start/log.ts';
import { removedPeopleFile } from '../start/removed-people.ts';
import { forgetAgain } from './forget-removed.ts';
import { print, withStore } from './with-store.ts';

/** A line beside the standard output, which carries the backup itself. */
const printBeside = (line: string) => process.stderr.write(`${line}\n`);

interface Options {
  /** Keeps so many backups of the folder. */
  readonly keep?: string;
  /** So many files are known to be lost. */
  readonly knownLost?: string;
}

/**
 * Saves a consistent snapshot of database and files; the server may be running.
 * @param target a file that does not exist, a folder, or `-` for the standard output
 * @throws OperatorError after a backup that lacks files, which is kept
 */
export async function backup(target: string, options: Options): Promise<void> {
  const { BACKUP_KEY: key = null, DEMO } = readEnv(process.env);
  if (key === null && !DEMO) {
    throw new OperatorError(
      'Réglage BACKUP_KEY manquant : hors démonstration, une sauvegarde est chiffrée (npm run amasin -- backup-key en crée la clé). Rien n’a été sauvegardé.',
    );
  }
  const keep = readCount('--keep', options.keep, 1);
  const knownLost = readCount('--known-lost', options.knownLost, 0) ?? 0;
  const isStream = target === '-';
  if (isStream && process.stdout.isTTY) {
    throw new OperatorError(
      'Une sauvegarde n’est pas du texte : envoyez-la à un programme (« … backup - | … »). Rien n’a été sauvegardé.',
    );
  }
  const folder = !isStream && isFolder(target) ? target : null;
  if (keep !== null && folder === null)
    throw new OperatorError(
      '--keep demande un dossier, où chaque sauvegarde a sa date. Rien n’a été sauvegardé.',
    );
  const say = isStream ? printBeside : print;
  await withStore(
    async ({ db, pool }, env, signal) => {
      if (await isEmpty(db)) {
        throw new OperatorError(
          'Cette base n’a aucun compte : rien n’a été sauvegardé. DATA_DIR et DATABASE_URL désignent-ils la bonne ?',
        );
      }
      const bar = new SingleBar({ format: '{bar} {percentage} %' }, Presets.shades_classic);
      bar.start(1, 0);
      const onProgress = (done: number, all: number) => {
        bar.setTotal(all);
        bar.update(done);
      };
      const clock = systemClock;
      const files = await openFileStore(env);
      const saving: Saving = { pool, files, clock, key, onProgress, signal };
      const path = folder === null ? target : join(folder, nameAt(clock.now(), key));
      const writing = isStream ? streamBackup(process.stdout, saving) : writeBackup(path, saving);
      const saved = await writing.finally(() => bar.stop());
      const rows = saved.tables.reduce((sum, table) => sum + table.rows, 0);
      if (saved.removed.length > 0)
        say(`Fichiers effacés pendant la sauvegarde, et laissés de côté : ${saved.removed.length}.`);
      say('Ni les SMS en attente ni les réglages ne sont dans une sauvegarde.');
      say(key === null ? PLAIN : SEALED);
      say(
        `Sauvegarde faite${isStream ? '' : ` : ${path}`}. Lignes : ${rows}, fichiers : ${saved.files.length}, taille : ${inMegabytes(saved.bytes)}.`,
      );
      if (saved.lost.length > knownLost) throw new OperatorError(describeLost(saved));
      noteBackup(env, { finishedAt: clock.now().toISOString(), bytes: saved.bytes });
      if (folder !== null && keep !== null) removeOlder(folder, keep, clock.now(), say);
    },
    { hasCleanup: true, say },
  );
}

const SEALED =
  'Elle est chiffrée et scellée par BACKUP_KEY : gardez cette clé ailleurs, sans elle la sauvegarde est perdue.';
const PLAIN =
  'Sans BACKUP_KEY, elle est en clair : seul ce compte peut la lire (0600), et restore demandera --plain.';

function readCount(name: string, text: string | undefined, least: number): number | null {
  if (text === undefined) return null;
  const count = Number(text);
  if (!/^\d{1,4}$/.test(text) || count < least)
    throw new OperatorError(`${name} : un nombre entier est attendu. Rien n’a été sauvegardé.`);
  return count;
}

const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

/** The names of lost files that are listed. */
const LISTED = 10;

function describeLost({ lost, files }: Saved): string {
  const names = lost.slice(0, LISTED).join(', ') + (lost.length > LISTED ? '…' : '');
  return `Sauvegarde incomplète : ${lost.length} fichiers sur ${lost.length + files.length} n’ont plus que leur ligne (${names}). DATA_DIR ou S3_BUCKET désignent-ils le bon endroit ? S’ils sont perdus pour de bon, ajoutez --known-lost ${lost.length}.`;
}

/** `amasin-2026-11-28T02-30-00Z.age`: names in the order of their dates. */
const nameAt = (at: Date, key: string | null) =>
  `amasin-${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z.${key === null ? 'tar.gz' : 'age'}`;

const DATED = /^amasin-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.(age|tar\.gz)$/;
const PARTIAL = '.partial';

/** Removes all but the latest backups, and what an interrupted one left. */
function removeOlder(folder: string, keep: number, now: Date, say: (line: string) => void): void {
  const names = readdirSync(folder).sort();
  const older = names.filter((name) => DATED.test(name)).slice(0, -keep);
  const left = names.filter(
    (name) =>
      name.endsWith(PARTIAL) &&
      DATED.test(name.slice(0, -PARTIAL.length)) &&
      now.getTime() - statSync(join(folder, name)).mtimeMs > DAY_MS,
  );
  for (const name of [...older, ...left]) rmSync(join(folder, name));
  if (older.length > 0) say(`Sauvegardes plus anciennes, effacées : ${older.join(', ')}.`);
}

function writeNote({ DATA_DIR }: Env, name: string, note: object): void {
  const path = join(DATA_DIR, name);
  mkdirSync(DATA_DIR, { recursive: true });
  writeFileSync(`${path}.part`, JSON.stringify(note));
  renameSync(`${path}.part`, path);
}

/**
 * Checks a backup, and notes in the folder of the house how it ended: its screen shows it. Another machine, which has no such folder,
 * notes nothing.
 */
export async function noteCheck<T>(env: Env, isRestored: boolean, check: () => Promise<T>): Promise<T> {
  const note = (isWhole: boolean) => {
    if (!existsSync(env.DATA_DIR)) return;
    try {
      writeNote(env, LAST_CHECK, { at: systemClock.now().toISOString(), isWhole, isRestored });
    } catch (error) {
      print(`La vérification n’est pas notée pour l’écran « État » (${reasonOf(error)}).`);
    }
  };
  try {
    const checked = await check();
    note(true);
    return checked;
  } catch (error) {
    note(false);
    throw error;
  }
}

function noteBackup(env: Env, last: { finishedAt: string; bytes: number }): void {
  const path = join(env.DATA_DIR, LAST_BACKUP);
  try {
    writeNote(env, LAST_BACKUP, last);
  } catch (error) {
    throw new OperatorError(
      `La sauvegarde est faite, mais ${path} ne peut pas être écrit (${reasonOf(error)}) : les mesures la diront manquante.`,
      { cause: error },
    );
  }
}

const inMegabytes = (bytes: number) =>
  `${(bytes / 1_000_000).toLocaleString('fr-FR', { maximumFractionDigits: 1 })} Mo`;

const moment = new Intl.DateTimeFormat('fr-FR', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'Africa/Porto-Novo',
});

interface Content {
  readonly manifest: { readonly at: string };
  readonly tables: ReadonlyMap<string, number>;
  readonly files: ReadonlySet<string>;
}

const describe = ({ manifest, tables, files }: Content, done: string): string => {
  const rows = [...tables.values()].reduce((sum, count) => sum + count, 0);
  return `Sauvegarde du ${moment.format(new Date(manifest.at))} ${done}. Lignes : ${rows}, fichiers : ${files.size}.`;
};

/** @throws OperatorError when the folder has none */
function latestIn(folder: string): string {
  const name = readdirSync(folder)
    .filter((one) => DATED.test(one))
    .sort()
    .at(-1);
  if (name === undefined) throw new OperatorError(`Aucune sauvegarde dans ${folder}.`);
  return join(folder, name);
}

/** Reads a whole backup, the latest one of a folder, and compares everything with its checksums, without a database. */
export async function verify(given: string): Promise<void> {
  const env = readEnv(process.env);
  const path = isFolder(given) ? latestIn(given) : given;
  const { opened, verified } = await noteCheck(env, false, async () => {
    const opened = await openBackup(path, { key: env.BACKUP_KEY, allowPlain: true });
    return { opened, verified: await verifyBackup(opened) };
  });
  if (opened.key === null) print('Elle n’est pas chiffrée, et rien ne prouve qui l’a écrite.');
  if (verified.lost.length > 0)
    print(`Fichiers déjà perdus lors de la sauvegarde : ${verified.lost.length}.`);
  print(describe(verified, `entière (Amasin ${verified.manifest.product})`));
}

/**
 * Restores a backup into an empty database and its file store, completely or not at all.
 * @param plain accepts a backup that is not encrypted
 */
export async function restore(path: string, { plain = false }: { plain?: boolean }): Promise<void> {
  const { BACKUP_KEY: key } = readEnv(process.env);
  // Checked before a database is created.
  const verified = await openBackup(path, { key, allowPlain: plain });
  await withStore(
    async (store, env, signal) => {
      const files = await openFileStore(env);
      const bar = new SingleBar({ format: '{bar} {percentage} %' }, Presets.shades_classic);
      bar.start(verified.size, 0);
      const onRead = (bytes: number) => bar.increment(bytes);
      const restoring = { pool: store.pool, files, allowDemo: env.DEMO, onRead, signal };
      const restored = await restoreBackup(verified, restoring).finally(() => bar.stop());
      const { at } = restored.manifest;
      if (restored.lost.length > 0)
        print(`Fichiers déjà perdus lors de la sauvegarde : ${restored.lost.length}.`);
      print(describe(restored, 'restaurée'));
      print(
        'Remboursements, versements, messages et suivi des paiements attendent. Ce qui s’est passé depuis cette sauvegarde :',
      );
      print(`  npm run amasin -- reconcile --since ${at.slice(0, 10)}`);
      print('Puis, quand chaque différence est expliquée : npm run amasin -- resume-money');
      const list = removedPeopleFile(env.DATA_DIR);
      if (existsSync(list)) await forgetAgain(store.db, list);
      else print(`Aucune liste des comptes supprimés (${list}) : voyez forget-removed.`);
    },
    { hasCleanup: true },
  );
}

/** Prints a new key for backups, as a setting. */
export function backupKey(): void {
  print(`BACKUP_KEY=${randomBytes(32).toString('base64url')}`);
}
