import type { Readable } from 'node:stream';
import { divideHalfUp, type Fcfa } from '@amasin/domain/contract/money.ts';
import { newMedication } from '@amasin/domain/medications/medication.ts';
import { parse } from 'csv-parse';
import { z } from 'zod';
import type { ReadLine } from '../../importing/import-lines.ts';
import { lineText, reasonOfLine } from '../../importing/line-text.ts';
import { openText } from '../../importing/open-text.ts';
import type { ImportedMedication } from './queries.ts';
import { readForm } from './read-form.ts';

/** Francs for 1,000 euros, a fixed parity. */
const FRANCS_FOR_1000_EUROS = 655_957;
/** The smallest coin. */
const COIN: Fcfa = 5;

const specialty = z
  .tuple([z.string(), lineText.pipe(newMedication.shape.label), z.string()])
  .rest(z.string());

/**
 * Marketed specialties of the French public database except homeopathy (`CIS_bdpm.txt`), each at the price of
 * its cheapest marketed presentation (`CIS_CIP_bdpm.txt`), in francs. Neither file has a header line.
 */
export async function* readPublicBase(
  openSpecialties: () => Readable,
  openPresentations: () => Readable,
): AsyncGenerator<ReadLine<ImportedMedication>> {
  const cents = await readPrices(openPresentations);
  for await (const { fields, line } of readTabbed(openSpecialties)) {
    const [code = '', , form = '', , , procedure = '', marketed = ''] = fields;
    if (marketed.trim() !== 'Commercialisée' || procedure.includes('homéo')) continue;
    const parsed = specialty.safeParse(fields);
    if (!parsed.success) {
      yield { line, read: reasonOfLine(parsed.error) };
      continue;
    }
    const price = cents.get(code);
    const read: ImportedMedication = {
      label: parsed.data[1],
      form: readForm(form) ?? 'other',
      price: price === undefined ? null : toFrancs(price),
      // Published in another file.
      requiresPrescription: null,
    };
    yield { line, read };
  }
}

/** The price of each specialty's cheapest marketed presentation, euro cents. */
async function readPrices(open: () => Readable): Promise<Map<string, number>> {
  const cheapest = new Map<string, number>();
  for await (const { fields } of readTabbed(open)) {
    const [code = '', , , state, declared, , , , , price = ''] = fields;
    const cents = readCents(price);
    const isSold = state === 'Présentation active' && declared === 'Déclaration de commercialisation';
    if (!isSold || cents === null || cents === 0) continue;
    cheapest.set(code, Math.min(cents, cheapest.get(code) ?? cents));
  }
  return cheapest;
}

/** Parses « 24,34 » and, above a thousand, « 1,466,29 »: the last comma is the decimal one. */
function readCents(written: string): number | null {
  const digits = written.trim().replace(/,(?=.*,)/g, '');
  return /^\d+,\d\d$/.test(digits) ? Number(digits.replace(',', '')) : null;
}

function toFrancs(cents: number): Fcfa {
  return divideHalfUp(cents * FRANCS_FOR_1000_EUROS, 100 * 1000 * COIN) * COIN;
}

async function* readTabbed(open: () => Readable): AsyncGenerator<{ fields: string[]; line: number }> {
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
