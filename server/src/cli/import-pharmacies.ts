import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Presets, SingleBar } from 'cli-progress';
import { importDirectory } from '../pharmacies/importing/import-directory.ts';
import { withStore } from './with-store.ts';

/** Brings a directory of pharmacies (CSV) into the places, and says which lines it refuses. It can be repeated. */
export async function importPharmacies(file: string): Promise<void> {
  const { size } = await stat(file).catch(() => {
    throw new Error(`Fichier introuvable : ${file}`);
  });
  await withStore(async ({ db }) => {
    const bar = new SingleBar({ format: '{bar} {percentage} %' }, Presets.shades_classic);
    bar.start(size, 0);
    const open = () => {
      bar.update(0);
      return createReadStream(file).on('data', (chunk) => bar.increment(chunk.length));
    };
    const report = await importDirectory(db, open).finally(() => bar.stop());
    const { read, added, updated, refused } = report;
    const unchanged = read - added - updated - refused.length;
    for (const { line, reason } of refused) process.stdout.write(`Ligne ${line} refusée : ${reason}\n`);
    process.stdout.write(
      `Lignes lues : ${read}. Ajoutées : ${added}, mises à jour : ${updated}, inchangées : ${unchanged}, refusées : ${refused.length}.\n`,
    );
  });
}
