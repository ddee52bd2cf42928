import type { Readable } from 'node:stream';
import { parse } from 'csv-parse';
import { openText } from '../../importing/open-text.ts';

/** The lines of a file of the French public database, which has no header line. */
export async function* readTabbed(open: () => Readable): AsyncGenerator<{ fields: string[]; line: number }> {
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
    for await (const { record, info } of text.pipe(parser)) yield { fields: record, line: info.lines };
  } finally {
    text.destroy();
  }
}
