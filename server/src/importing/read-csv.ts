import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { searchText } from '@amasin/domain/medications/search-text.ts';
import { parse } from 'csv-parse';
import type { ReadLine } from './import-lines.ts';

const MALFORMED = 'Guillemets jamais refermés : la fin du fichier n’a pas été lue';

interface Columns {
  /** Without these no line can be read. */
  readonly needed: readonly string[];
  /** Other words for a column, by `searchText`: « prix » for `price`. */
  readonly alias?: Readonly<Record<string, string>>;
}

/**
 * The lines of a CSV with one header line, its columns told apart by a comma, a semicolon or a tabulator, whichever the
 * header has.
 * @throws where the file has no such columns
 */
export async function* readCsv<T>(
  file: Readable,
  columns: Columns,
  read: (record: unknown) => T | string,
): AsyncGenerator<ReadLine<T>> {
  const malformed: number[] = [];
  const parser = parse({
    bom: true,
    columns: (header: string[]) => readHeader(header, columns),
    delimiter: await delimiterOf(file),
    info: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    on_skip: (error) => {
      malformed.push(error === undefined ? 0 : Number(error.lines));
      return undefined;
    },
  });
  file.on('error', (error) => parser.destroy(error));
  try {
    for await (const { record, info } of file.pipe(parser)) yield { line: info.lines, read: read(record) };
  } finally {
    file.destroy();
  }
  // An empty file has no header to complain of.
  if (parser.info.lines <= 1 && parser.info.bytes === 0) readHeader([], columns);
  for (const line of malformed) yield { line, read: MALFORMED };
}

/** Of the header line, which stays to be read. */
async function delimiterOf(file: Readable): Promise<string> {
  // Comes at the end of an empty file too.
  await once(file, 'readable');
  const beginning: Buffer | string | null = file.read();
  if (beginning === null) return ',';
  file.unshift(beginning);
  const [header = ''] = String(beginning).split(/\r?\n/, 1);
  const counts = [',', ';', '\t'].map((sign) => ({ sign, times: header.split(sign).length }));
  return counts.reduce((most, one) => (one.times > most.times ? one : most)).sign;
}

function readHeader(header: readonly string[], { needed, alias = {} }: Columns): string[] {
  const names = header.map((written) => alias[searchText(written)] ?? written.trim());
  const missing = needed.filter((name) => !names.includes(name));
  if (missing.length > 0) throw new Error(`Colonnes manquantes : ${missing.join(', ')}`);
  return names;
}
