import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { Presets, SingleBar } from 'cli-progress';
import type { Database } from '../database/database.ts';
import type { ImportReport } from '../importing/import-lines.ts';
import { withStore } from './with-store.ts';

/** Returns a function that opens the file from the start; it can be called repeatedly. */
type OpenFile = (file: string) => () => Readable;

/**
 * Runs an import with a progress bar and prints its report. Idempotent.
 * @throws Error when a file does not exist
 */
export async function importFiles(
  files: readonly string[],
  work: (db: Database, open: OpenFile) => Promise<ImportReport>,
): Promise<void> {
  const sizes: number[] = [];
  // One after the other, so that the first file that is missing is always the one that is reported.
  for (const file of files) sizes.push(await sizeOf(file));
  await withStore(async ({ db }) => {
    const bar = new SingleBar({ format: '{bar} {percentage} %' }, Presets.shades_classic);
    bar.start(
      sizes.reduce((sum, size) => sum + size, 0),
      0,
    );
    // A file may be read twice, first to detect its encoding, so progress counts its furthest position.
    const read = new Map<string, number>();
    const open: OpenFile = (file) => () => {
      let at = 0;
      return createReadStream(file).on('data', (chunk) => {
        at += chunk.length;
        read.set(file, Math.max(read.get(file) ?? 0, at));
        bar.update([...read.values()].reduce((sum, one) => sum + one, 0));
      });
    };
    print(await work(db, open).finally(() => bar.stop()));
  });
}

async function sizeOf(file: string): Promise<number> {
  const { size } = await stat(file).catch(() => {
    throw new Error(`Fichier introuvable : ${file}`);
  });
  return size;
}

function print({ read, added, updated, refused }: ImportReport): void {
  const unchanged = read - added - updated - refused.length;
  for (const { line, reason } of refused) process.stdout.write(`Ligne ${line} refusée : ${reason}\n`);
  process.stdout.write(
    `Lignes lues : ${read}. Ajoutées : ${added}, mises à jour : ${updated}, inchangées : ${unchanged}, refusées : ${refused.length}.\n`,
  );
}
