import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Presets, SingleBar } from 'cli-progress';
import { type Saved, writeBackup } from '../../backup/write-backup.ts';
import { isEmpty } from '../../demo/queries.ts';
import { readEnv } from '../../env.ts';
import { folderStore } from '../../files/store/folder-store.ts';
import { withStore } from '../with-store.ts';

const print = (line: string) => process.stdout.write(`${line}\n`);

/** Saves a consistent snapshot of database and files; the server may be running. */
export async function backup(path: string): Promise<void> {
  const { BACKUP_KEY: key = null, DEMO } = readEnv(process.env);
  if (key === null && !DEMO) {
    throw new Error(
      'Réglage BACKUP_KEY manquant : hors démonstration, une sauvegarde est chiffrée (npm run amasin -- backup-key en crée la clé). Rien n’a été sauvegardé.',
    );
  }
  await withStore(
    async ({ db, pool }, env, signal) => {
      if (await isEmpty(db)) {
        throw new Error(
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
