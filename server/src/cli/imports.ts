import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline, type Readable, Transform } from 'node:stream';
import { MAX_FCFA } from '@amasin/domain/contract/money.ts';
import { encodingNames, type FileEncoding } from '@amasin/domain/imports/encodings.ts';
import type { ImportedListName } from '@amasin/domain/imports/lists.ts';
import type { ImportedLine, ImportPreview } from '@amasin/domain/imports/preview.ts';
import { Presets, SingleBar } from 'cli-progress';
import { recordImport } from '../audit/record.ts';
import { systemClock } from '../ctx.ts';
import {
  type ImportedList,
  type ImportReport,
  importLines,
  previewLines,
} from '../list-files/import-lines.ts';
import { priceList, publicBase } from '../medications/import.ts';
import { directory } from '../pharmacies/import.ts';
import { OperatorError } from '../settings/operator-error.ts';
import { zoneList } from '../zones/import.ts';
import { withStore } from './with-store.ts';

/** Returns a function that opens the file from the start; it can be called repeatedly. */
type OpenFile = (file: string) => () => Readable;

export interface ImportOptions {
  /** Only says what the import would do. */
  readonly preview?: boolean;
  /** Imports amounts too that became ten times the present ones, or a tenth. */
  readonly anyway?: boolean;
  /** How the letters of the file are written, when that cannot be told. */
  readonly encoding?: string;
}

export function readEncoding(written: string | undefined): FileEncoding | undefined {
  const found = encodingNames.find((name) => name === written);
  if (written === undefined || found !== undefined) return found;
  throw new OperatorError(`--encoding : ${encodingNames.join(', ')} sont attendus.`);
}

/**
 * Imports a list with a progress bar and prints its report, or what it would do. Idempotent.
 * @throws OperatorError when a file does not exist
 */
async function importFiles<T, Row>(
  files: readonly string[],
  name: ImportedListName,
  listOf: (open: OpenFile) => ImportedList<T, Row>,
  { preview = false, anyway = false }: ImportOptions,
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
    const list = listOf((file) => () => {
      let at = 0;
      const counted = new Transform({
        transform: (chunk: Buffer, _encoding, done) => {
          at += chunk.length;
          read.set(file, Math.max(read.get(file) ?? 0, at));
          bar.update([...read.values()].reduce((sum, one) => sum + one, 0));
          done(null, chunk);
        },
      });
      // The reader receives the error of the file.
      return pipeline(createReadStream(file), counted, () => undefined);
    });
    const end = () => bar.stop();
    if (preview) printPreview(await previewLines(db, list).finally(end));
    else {
      const writing = { isConfirmed: anyway, record: recordImport(name) };
      printReport(await importLines(db, list, writing).finally(end));
    }
  });
}

export async function sizeOf(file: string): Promise<number> {
  const { size } = await stat(file).catch(() => {
    throw new OperatorError(`Fichier introuvable : ${file}`);
  });
  return size;
}

export const changesOf = ({ name, fields }: ImportedLine) =>
  `${name} : ${fields.map(({ label, before, after }) => `${label}, ${before ?? 'vide'} → ${after ?? 'vide'}`).join(' ; ')}`;

export const WAITING =
  'Un montant dix fois plus haut ou plus bas qu’aujourd’hui attend : --anyway l’importe aussi.\n';

function printReport({ read, added, updated, refused, waiting }: ImportReport): void {
  const unchanged = read - added - updated - refused.length;
  for (const { line, reason } of refused) process.stdout.write(`Ligne ${line} refusée : ${reason}\n`);
  for (const one of waiting) process.stdout.write(`Ligne ${one.line} en attente : ${changesOf(one)}\n`);
  process.stdout.write(
    `Lignes lues : ${read}. Ajoutées : ${added}, mises à jour : ${updated}, inchangées : ${unchanged}, refusées : ${refused.length}.\n`,
  );
  if (waiting.length > 0) process.stdout.write(WAITING);
}

/** Prints what an import would do, as the screen of imports shows it: the first hundred lines of each kind. */
function printPreview({ counts, added, changed, waiting, refused }: ImportPreview): void {
  const print = (lines: readonly ImportedLine[], count: number, say: (line: ImportedLine) => string) => {
    for (const one of lines) process.stdout.write(`Ligne ${one.line} ${say(one)}\n`);
    if (count > lines.length) process.stdout.write(`… et ${count - lines.length} autres\n`);
  };
  print(refused, counts.refused, ({ reason }) => `refusée : ${reason}`);
  print(waiting, counts.waiting, (line) => `attendrait --anyway : ${changesOf(line)}`);
  print(changed, counts.changed, (line) => `modifierait ${changesOf(line)}`);
  print(added, counts.added, ({ name }) => `ajouterait ${name}`);
  process.stdout.write(
    `Lignes lues : ${counts.read}. À ajouter : ${counts.added}, à modifier : ${counts.changed}, inchangées : ${counts.unchanged}, refusées : ${counts.refused}. Rien n’a été écrit.\n`,
  );
}

/** Files expected next to the specialties of the French public database: prices, substances. */
const PRESENTATIONS = 'CIS_CIP_bdpm.txt';
const COMPOSITIONS = 'CIS_COMPO_bdpm.txt';
/** A code, then a tab: the database has no header line. */
const SPECIALTY = /^\d{8}\t/;

/** Imports a price list or the French public database into the catalogue and prints the rejected lines. */
export async function importMedications(file: string, options: ImportOptions = {}): Promise<void> {
  const encoding = readEncoding(options.encoding);
  if (!SPECIALTY.test(await readBeginning(file))) {
    const listOf = (opening: OpenFile) => priceList(opening(file), systemClock.now(), encoding);
    await importFiles([file], 'medications', listOf, options);
    return;
  }
  const presentations = join(dirname(file), PRESENTATIONS);
  const compositions = join(dirname(file), COMPOSITIONS);
  await importFiles(
    [file, presentations, compositions],
    'medications',
    (opening) =>
      publicBase(
        {
          specialties: opening(file),
          presentations: opening(presentations),
          compositions: opening(compositions),
        },
        systemClock.now(),
        encoding,
      ),
    options,
  );
  process.stdout.write(
    'Les prix sont convertis de l’euro : rien de neuf ne se vend avant qu’un superviseur l’ait validé.\n',
  );
}

/** Imports a directory of pharmacies and prints the rejected lines. */
export async function importPharmacies(file: string, options: ImportOptions = {}): Promise<void> {
  const encoding = readEncoding(options.encoding);
  await importFiles([file], 'pharmacies', (opening) => directory(opening(file), encoding), options);
}

/** Reads the first bytes of a file; empty when it is unreadable, as the import itself reports why. */
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

/**
 * Imports a list of delivery zones and prints the rejected lines.
 * @param options.price the fee as typed, in FCFA, for new zones that have none in the file
 */
export async function importZones(
  file: string,
  { price, ...options }: ImportOptions & { price?: string },
): Promise<void> {
  if (price !== undefined && !(/^\d{1,9}$/.test(price) && Number(price) <= MAX_FCFA)) {
    throw new OperatorError('--price : un nombre entier de francs est attendu.');
  }
  const fee = price === undefined ? null : Number(price);
  const encoding = readEncoding(options.encoding);
  const listOf = (opening: OpenFile) => zoneList(opening(file), { fee, at: systemClock.now(), encoding });
  await importFiles([file], 'zones', listOf, options);
}
