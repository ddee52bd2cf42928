import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { searchText } from '@amasin/domain/medications/search-text.ts';
import { parse } from 'csv-parse';
import type { ReadLine } from './import-lines.ts';

const MALFORMED = 'Guillemets jamais refermés : la fin du fichier n’a pas été lue';

interface Columns {
  /** Required columns. */
  readonly needed: readonly string[];
  /** Other names of a column, as `searchText`: « prix » for `price`. */
  readonly alias?: Readonly<Record<string, string>>;
}

/**
 * Reads the lines of a CSV with one header line. The separator is a comma, a semicolon or a tab, whichever
 * the header uses most.
 * @throws Error when required columns are missing
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
  // An empty file has no header to validate.
  if (parser.info.lines <= 1 && parser.info.bytes === 0) readHeader([], columns);
  for (const line of malformed) yield { line, read: MALFORMED };
}

/** Detects the delimiter from the header line, which remains unread. */
async function delimiterOf(file: Readable): Promise<string> {
  // Also emitted at the end of an empty file.
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
