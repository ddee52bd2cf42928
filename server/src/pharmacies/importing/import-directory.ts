import type { Readable } from 'node:stream';
import { parse } from 'csv-parse';
import type { Database } from '../../database/database.ts';
import { transact } from '../../database/transaction.ts';
import { type ImportedPlace, upsertPlaces } from './queries.ts';
import { neededColumns, readLine } from './read-line.ts';

/** Places that go to the database at once. */
const BATCH = 500;
const MALFORMED = 'Guillemets jamais refermés : la fin du fichier n’a pas été lue';

export interface RefusedLine {
  readonly line: number;
  readonly reason: string;
}

export interface ImportReport {
  readonly read: number;
  readonly added: number;
  readonly updated: number;
  readonly refused: readonly RefusedLine[];
}

/**
 * Reads a directory of pharmacies (CSV, UTF-8, one header line) into the places: all of it in one transaction, line by line,
 * and as often as one likes, since a place is known by its `osm_id` or, without one, by its name and town.
 * @throws where the file has no such columns
 */
export async function importDirectory(db: Database, open: () => Readable): Promise<ImportReport> {
  return transact(db, async (tx) => {
    const refused: RefusedLine[] = [];
    const seen = new Map<string, number>();
    const counts = { read: 0, added: 0, updated: 0 };
    let batch: ImportedPlace[] = [];
    const write = async () => {
      const { added, updated } = await upsertPlaces(tx, batch);
      counts.added += added;
      counts.updated += updated;
      batch = [];
    };
    const refuse = (line: number, reason: string) => refused.push({ line, reason });
    for await (const { record, line } of readRecords(open(), (line) => refuse(line, MALFORMED))) {
      counts.read += 1;
      const place = readLine(record);
      if (typeof place === 'string') {
        refuse(line, place);
        continue;
      }
      const before = seen.get(place.sourceId);
      if (before !== undefined) {
        refuse(line, `${place.sourceId} est déjà à la ligne ${before}`);
        continue;
      }
      seen.set(place.sourceId, line);
      if (batch.push(place) === BATCH) await write();
    }
    await write();
    counts.read += refused.filter(({ reason }) => reason === MALFORMED).length;
    return { ...counts, refused: refused.sort((one, other) => one.line - other.line) };
  });
}

async function* readRecords(
  file: Readable,
  onMalformed: (line: number) => void,
): AsyncGenerator<{ record: unknown; line: number }> {
  const parser = parse({
    bom: true,
    columns: readHeader,
    info: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    on_skip: (error) => {
      onMalformed(error === undefined ? 0 : Number(error.lines));
      return undefined;
    },
  });
  file.on('error', (error) => parser.destroy(error));
  try {
    for await (const { record, info } of file.pipe(parser)) yield { record, line: info.lines };
  } finally {
    file.destroy();
  }
  // An empty file has no header to complain of.
  if (parser.info.lines <= 1 && parser.info.bytes === 0) readHeader([]);
}

function readHeader(header: string[]): string[] {
  const names = header.map((name) => name.trim());
  const missing = neededColumns.filter((name) => !names.includes(name));
  if (missing.length > 0) throw new Error(`Colonnes manquantes : ${missing.join(', ')}`);
  return names;
}
