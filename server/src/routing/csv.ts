import { pipeline, Readable } from 'node:stream';
import { MAX_EXPORTED } from '@amasin/domain/contract/counted.ts';
import { formatAmount } from '@amasin/domain/contract/format.ts';
import { formatPhone } from '@amasin/domain/users/phone-number.ts';
import type { Ctx } from '../ctx.ts';

export interface CsvColumn<T> {
  /** Written in French. */
  readonly heading: string;
  readonly cell: (row: T) => string | number | null;
}

/** The rows of a download, in parts that are read one after the other. */
export interface CsvRows<T> {
  readonly parts: AsyncIterable<readonly T[]> | Iterable<readonly T[]>;
  /** There are more than MAX_EXPORTED. */
  readonly isCut: boolean;
}

/**
 * Responds with a list as a file that a spreadsheet set to French opens: UTF-8 with a mark, semicolons, and no cell that it takes
 * for a formula. Lines are sent while the next rows are read; when one cannot be read, the download fails.
 * @param name of the file, without the extension
 */
export async function csvFile<T>(
  { log }: Pick<Ctx, 'log'>,
  name: string,
  columns: readonly CsvColumn<T>[],
  rows: CsvRows<T>,
) {
  const { stringify } = await import('csv-stringify');
  const body = stringify({
    bom: true,
    delimiter: ';',
    record_delimiter: 'windows',
    header: true,
    columns: columns.map(({ heading }) => heading),
    escape_formulas: true,
  });
  pipeline(Readable.from(linesOf(columns, rows)), body, (error) => {
    if (error) log.warn({ err: error, name }, 'a download was interrupted');
  });
  const headers = {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="${name}.csv"`,
    'cache-control': 'private, no-store',
  };
  return { status: 200 as const, body, headers };
}

/** A telephone that a spreadsheet keeps as text, and that our own fields read: it takes « +229… » for a formula. */
export const phoneCell = (phone: string | null): string | null => phone && formatPhone(phone, ' ');

async function* linesOf<T>(columns: readonly CsvColumn<T>[], { parts, isCut }: CsvRows<T>) {
  for await (const rows of parts) {
    for (const row of rows) yield columns.map(({ cell }) => cell(row));
  }
  if (isCut) yield [`Liste coupée à ${formatAmount(MAX_EXPORTED)} lignes : filtrez-la pour avoir le reste`];
}
