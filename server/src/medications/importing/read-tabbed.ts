import type { Readable } from 'node:stream';
import { parse } from 'csv-parse';
import { DOUBTFUL_ENCODING, isDoubtful, openText } from '../../importing/open-text.ts';

interface TabbedLine {
  readonly fields: string[];
  readonly line: number;
  /** Null when it can be read. */
  readonly refused: string | null;
}

/**
 * The lines of a file of the French public database, which has no header line.
 * @param columns that a line has at most
 */
export async function* readTabbed(open: () => Readable, columns: number): AsyncGenerator<TabbedLine> {
  const text = await openText(open);
  const parser = parse({
    delimiter: '\t',
    // Names contain quotes.
    quote: null,
    record_delimiter: ['\r\n', '\n'],
    relax_column_count: true,
    skip_empty_lines: true,
    info: true,
  });
  text.on('error', (error) => parser.destroy(error));
  try {
    for await (const { record, info } of text.pipe(parser)) {
      yield { fields: record, line: info.lines, refused: reasonOf(record, columns) };
    }
  } finally {
    text.destroy();
  }
}

function reasonOf(fields: readonly string[], columns: number): string | null {
  if (fields.length > columns) return 'Trop de colonnes';
  return isDoubtful(fields) ? DOUBTFUL_ENCODING : null;
}
