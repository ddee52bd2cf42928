import { open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { importPriceList, importPublicBase } from '../medications/importing/import-catalogue.ts';
import { importFiles } from './import-files.ts';

/** Files expected next to the specialties of the French public database: prices, substances. */
const PRESENTATIONS = 'CIS_CIP_bdpm.txt';
const COMPOSITIONS = 'CIS_COMPO_bdpm.txt';
/** A code, then a tab: the database has no header line. */
const SPECIALTY = /^\d{8}\t/;

/** Imports a price list or the French public database into the catalogue and prints the rejected lines. */
export async function importMedications(file: string): Promise<void> {
  if (!SPECIALTY.test(await readBeginning(file))) {
    await importFiles([file], (db, opening) => importPriceList(db, opening(file), new Date()));
    return;
  }
  const presentations = join(dirname(file), PRESENTATIONS);
  const compositions = join(dirname(file), COMPOSITIONS);
  await importFiles([file, presentations, compositions], (db, opening) =>
    importPublicBase(
      db,
      {
        specialties: opening(file),
        presentations: opening(presentations),
        compositions: opening(compositions),
      },
      new Date(),
    ),
  );
  process.stdout.write(
    'Les prix sont convertis de l’euro : rien de neuf ne se vend avant qu’un superviseur l’ait validé.\n',
  );
}

/** Empty when unreadable: the import itself reports why. */
async function readBeginning(file: string): Promise<string> {
  const handle = await open(file).catch(() => null);
  if (handle === null) return '';
  try {
    const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(16) });
    return buffer.toString('latin1', 0, bytesRead);
  } catch {
    return '';
  } finally {
    await handle.close();
  }
}
