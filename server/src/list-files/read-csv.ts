import { once } from 'node:events';
import { Readable } from 'node:stream';
import { readAmount } from '@amasin/domain/contract/money.ts';
import type { ImportColumns } from '@amasin/domain/imports/columns.ts';
import { searchText } from '@amasin/domain/medications/search-text.ts';
import { parse } from 'csv-parse';
import { OperatorError } from '../settings/operator-error.ts';
import type { ReadLine } from './import-lines.ts';
import { DOUBTFUL_ENCODING, isDoubtful } from './open-text.ts';

const MALFORMED = 'Guillemets jamais refermés : la fin du fichier n’a pas été lue';
const TOO_MANY = 'Trop de colonnes : plus que l’en-tête (un prix comme « 1,500 » s’écrit 1500)';

/** No table of ours, of a spreadsheet or of the public bases has as many. */
const MAX_COLUMNS = 1_000;
const TOO_WIDE = 'Trop de colonnes : une ligne en a plus de mille. Vérifiez le séparateur';

/** No text of ours is as long, and a number of a million digits takes everybody's time. */
const MAX_CELL = 2_000;
const TOO_LONG = 'Cellule trop longue : plus de 2 000 caractères';

/** A first line that tells spreadsheets the separator: « sep=; ». */
const separatorLine = /^\ufeff?"?sep=(.)?"?$/i;

/** A column of prices may have a currency after its name. */
const currency = / (?:en )?(?:f|f cfa|fcfa|cfa|xof|francs?|francs? cfa)$/;

/**
 * Reads the lines of a CSV with one header line. The separator is that of a « sep= » line or the comma, the semicolon or the
 * tab or the bar, whichever the header uses most. A line with more columns than the header is refused, and one whose amount may have been
 * cut by the separator: « 1,500 ». A row of empty cells is no line.
 * @throws Error when required columns are missing, or one is there twice; when a line has more columns than any table
 */
export async function* readCsv<T>(
  file: Readable,
  columns: ImportColumns,
  read: (record: unknown) => T | string,
): AsyncGenerator<ReadLine<T>> {
  const malformed: number[] = [];
  const delimiter = await delimiterOf(file);
  const narrow = Readable.from(refuseWide(file, delimiter));
  const parser = parse({
    bom: true,
    delimiter,
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
  narrow.on('error', (error) => parser.destroy(error));
  const amount = Object.keys(columns).find((name) => columns[name]?.isAmount);
  let names: string[] | null = null;
  try {
    for await (const { record, info } of narrow.pipe(parser)) {
      const cells: string[] = record;
      if (cells.every((cell) => cell.trim() === '')) continue;
      if (names === null) {
        if (!separatorLine.test(cells.join(''))) names = readHeader(cells, columns);
      } else if (isDoubtful(cells)) yield { line: info.lines, read: DOUBTFUL_ENCODING };
      else if (cells.slice(names.length).some((cell) => cell.trim() !== '')) {
        yield { line: info.lines, read: TOO_MANY };
      } else if (
        cells.some((cell, at) => cell.length > MAX_CELL && Object.hasOwn(columns, names?.[at] ?? ''))
      ) {
        yield { line: info.lines, read: TOO_LONG };
      } else {
        const entries = names.map((name, at) => [name, cells[at]] as const);
        const at = amount === undefined ? -1 : names.indexOf(amount);
        const isWhole = delimiter !== ',' && columns[names[at + 1] ?? '']?.isCount;
        const cut = at === -1 || isWhole ? null : cutAmount(cells, at);
        yield { line: info.lines, read: cut ?? read(Object.fromEntries(entries)) };
      }
    }
  } finally {
    file.destroy();
  }
  // An empty file has no header to validate.
  if (names === null) readHeader([], columns);
  for (const line of malformed) yield { line, read: MALFORMED };
}

/** Passes a text on, and refuses a line of a million columns before it is parsed, which would take everybody's time. */
async function* refuseWide(file: Readable, delimiter: string): AsyncGenerator<unknown> {
  let columns = 1;
  for await (const chunk of file) {
    for (const sign of String(chunk)) {
      if (sign === '\n' || sign === '\r') columns = 1;
      else if (sign === delimiter) columns += 1;
      if (columns > MAX_COLUMNS) throw new OperatorError(TOO_WIDE);
    }
    yield chunk;
  }
}

/**
 * Why an amount is doubtful that is followed by three digits: the separator of columns may be one of thousands, where an empty cell
 * stood. Null when it is not. An amount with its currency is whole.
 */
function cutAmount(cells: readonly string[], at: number): string | null {
  const [first = '', next = ''] = [cells[at]?.trim(), cells[at + 1]?.trim()];
  if (!/^[1-9]\d{0,2}$/.test(first) || !/^\d{3}(?!\d)/.test(next)) return null;
  const whole = readAmount(`${first} ${next}`);
  if (whole === null) return null;
  return `Prix ambigu : « ${first} » puis « ${next} » (${first} F, ou ${whole} F ?) : écrivez « ${first} F » ou « ${whole} F »`;
}

/** Detects the delimiter from the first lines, which remain unread. */
async function delimiterOf(file: Readable): Promise<string> {
  // Also emitted at the end of an empty file.
  await once(file, 'readable');
  const beginning: Buffer | string | null = file.read();
  if (beginning === null) return ',';
  file.unshift(beginning);
  // Tables begin with empty rows too, « ;;; ».
  const lines = String(beginning)
    .split(/[\r\n]+/)
    .filter((line) => /[^\s,;|\ufeff]/.test(line));
  const [first = '', second = ''] = lines;
  const separator = separatorLine.exec(first);
  if (separator?.[1] !== undefined) return separator[1];
  const header = separator === null ? first : second;
  const counts = [',', ';', '\t', '|'].map((sign) => ({ sign, times: header.split(sign).length }));
  return counts.reduce((most, one) => (one.times > most.times ? one : most)).sign;
}

/** Finds the columns with these headings; a heading that none has stands for itself. */
export function columnsOf(header: readonly string[], columns: ImportColumns): string[] {
  const known = new Map(
    Object.entries(columns).flatMap(([name, { heading, also }]) =>
      [heading, ...also].map((one) => [searchText(one), name]),
    ),
  );
  return header.map((written) => {
    const text = searchText(written);
    return known.get(text) ?? known.get(text.replace(currency, '')) ?? written.trim();
  });
}

function readHeader(header: readonly string[], columns: ImportColumns): string[] {
  const names = columnsOf(header, columns);
  const missing = Object.entries(columns).filter(([name, { isNeeded }]) => isNeeded && !names.includes(name));
  if (missing.length > 0) {
    const read = header.length === 0 ? 'aucune' : header.join(', ');
    const wanted = missing.map(([, { heading }]) => heading).join(', ');
    throw new OperatorError(`Colonnes manquantes : ${wanted}. Colonnes du fichier : ${read}`);
  }
  const twice = names.find((name, at) => Object.hasOwn(columns, name) && names.indexOf(name) < at);
  if (twice !== undefined) {
    const same = header.filter((_, at) => names[at] === twice).join(', ');
    throw new OperatorError(`Colonnes en double : ${same}. Gardez-en une seule`);
  }
  return names;
}
