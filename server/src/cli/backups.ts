import { randomBytes } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Presets, SingleBar } from 'cli-progress';
import { openBackup } from '../backup/archive.ts';
import { restoreBackup } from '../backup/restore.ts';
import { type Saved, writeBackup } from '../backup/write-backup.ts';
import { isEmpty } from '../demo/queries.ts';
import { readEnv } from '../env.ts';
import { folderStore } from '../files/folder-store.ts';
import { OperatorError } from '../settings/operator-error.ts';
import { print, withStore } from './with-store.ts';

/** Saves a consistent snapshot of database and files; the server may be running. */
export async function backup(path: string): Promise<void> {
  const { BACKUP_KEY: key = null, DEMO } = readEnv(process.env);
  if (key === null && !DEMO) {
    throw new OperatorError(
      'Réglage BACKUP_KEY manquant : hors démonstration, une sauvegarde est chiffrée (npm run amasin -- backup-key en crée la clé). Rien n’a été sauvegardé.',
    );
  }
  await withStore(
    async ({ db, pool }, env, signal) => {
      if (await isEmpty(db)) {
        throw new OperatorError(
          'Cette base n’a aucun compte : rien n’a été sauvegardé. DATA_DIR et DATABASE_URL désignent-ils la bonne ?',
        );
      }
      const files = folderStore(join(env.DATA_DIR, 'files'));
      const bar = new SingleBar({ format: '{bar} {percentage} %' }, Presets.shades_classic);
      bar.start(1, 0);
      const onProgress = (done: number, all: number) => {
        bar.setTotal(all);
        bar.update(done);
      };
      const clock = { now: () => new Date() };
      const saved = await writeBackup(path, { pool, files, clock, key, onProgress, signal }).finally(() =>
        bar.stop(),
      );
      report(saved, key !== null);
      const { size } = await stat(path);
      const rows = saved.tables.reduce((sum, table) => sum + table.rows, 0);
      print(
        `Sauvegarde faite : ${path}. Lignes : ${rows}, fichiers : ${saved.files.length}, taille : ${inMegabytes(size)}.`,
      );
    },
    { hasCleanup: true },
  );
}

function report({ lost, removed }: Saved, isEncrypted: boolean): void {
  if (lost.length > 0) {
    print(
      `Fichiers déjà perdus, dont il ne reste que la ligne : ${lost.length}. DATA_DIR désigne-t-il le bon dossier ?`,
    );
  }
  if (removed.length > 0) {
    print(`Fichiers effacés pendant la sauvegarde, et laissés de côté : ${removed.length}.`);
  }
  print('Ni les SMS en attente ni les réglages ne sont dans une sauvegarde.');
  print(
    isEncrypted
      ? 'Elle est chiffrée et scellée par BACKUP_KEY : gardez cette clé ailleurs, sans elle la sauvegarde est perdue.'
      : 'Sans BACKUP_KEY, elle est en clair : seul ce compte peut la lire (0600), et restore demandera --plain.',
  );
}

const inMegabytes = (bytes: number) =>
  `${(bytes / 1_000_000).toLocaleString('fr-FR', { maximumFractionDigits: 1 })} Mo`;

const moment = new Intl.DateTimeFormat('fr-FR', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'Africa/Porto-Novo',
});

/**
 * Restores a backup into an empty database and its file store, completely or not at all.
 * @param plain accepts a backup that is not encrypted
 */
export async function restore(path: string, { plain = false }: { plain?: boolean }): Promise<void> {
  const { BACKUP_KEY: key } = readEnv(process.env);
  // Checked before a database is created.
  const verified = await openBackup(path, { key, allowPlain: plain });
  await withStore(
    async ({ pool }, env, signal) => {
      const files = folderStore(join(env.DATA_DIR, 'files'));
      const bar = new SingleBar({ format: '{bar} {percentage} %' }, Presets.shades_classic);
      bar.start(verified.size, 0);
      const onRead = (bytes: number) => bar.increment(bytes);
      const restored = await restoreBackup(verified, {
        pool,
        files,
        allowDemo: env.DEMO,
        onRead,
        signal,
      }).finally(() => bar.stop());
      const { manifest, rows, files: count, lost } = restored;
      if (lost.length > 0) print(`Fichiers déjà perdus lors de la sauvegarde : ${lost.length}.`);
      print(
        `Sauvegarde du ${moment.format(new Date(manifest.at))} restaurée. Lignes : ${rows}, fichiers : ${count}.`,
      );
      print(
        'Remboursements, versements, messages et suivi des paiements attendent. Ce qui s’est passé depuis cette sauvegarde :',
      );
      print(`  npm run amasin -- reconcile --since ${manifest.at.slice(0, 10)}`);
      print('Puis, quand chaque différence est expliquée : npm run amasin -- resume-money');
    },
    { hasCleanup: true },
  );
}

/** Prints a new key for backups, as a setting. */
export function backupKey(): void {
  print(`BACKUP_KEY=${randomBytes(32).toString('base64url')}`);
}
