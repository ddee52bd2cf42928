import { join } from 'node:path';
import { Presets, SingleBar } from 'cli-progress';
import { openBackup } from '../../backup/archive/open-backup.ts';
import { restoreBackup } from '../../backup/restore-backup.ts';
import { readEnv } from '../../env.ts';
import { folderStore } from '../../files/store/folder-store.ts';
import { withStore } from '../with-store.ts';

const moment = new Intl.DateTimeFormat('fr-FR', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'Africa/Porto-Novo',
});

const print = (line: string) => process.stdout.write(`${line}\n`);

/**
 * Restores a backup into an empty database and its file store, completely or not at all.
 * @param plain accepts a backup that is not encrypted
 */
export async function restore(path: string, { plain = false }: { plain?: boolean }): Promise<void> {
  const { BACKUP_KEY: key } = readEnv(process.env);
  // Checked before a database is created.
  const whole = await openBackup(path, { key, allowPlain: plain });
  await withStore(
    async ({ pool }, env, signal) => {
      const files = folderStore(join(env.DATA_DIR, 'files'));
      const bar = new SingleBar({ format: '{bar} {percentage} %' }, Presets.shades_classic);
      bar.start(whole.size, 0);
      const onRead = (bytes: number) => bar.increment(bytes);
      const restored = await restoreBackup(whole, {
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
