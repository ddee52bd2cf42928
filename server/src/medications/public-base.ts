import type { Readable } from 'node:stream';
import { divideHalfUp, type Fcfa } from '@amasin/domain/contract/money.ts';
import type { FileEncoding } from '@amasin/domain/imports/encodings.ts';
import { newMedication } from '@amasin/domain/medications/medication.ts';
import { parse } from 'csv-parse';
import { z } from 'zod';
import type { ReadLine } from '../list-files/import-lines.ts';
import { lineText, reasonOfLine } from '../list-files/line-text.ts';
import { DOUBTFUL_ENCODING, isDoubtful, openText } from '../list-files/open-text.ts';
import type { ImportedMedication } from './import-queries.ts';
import { readForm } from './read-form.ts';
import { type Component, type Composition, compositionOf } from './substances.ts';

/** Francs for 1,000 euros, a fixed parity. */
const FRANCS_FOR_1000_EUROS = 655_957;
/** The smallest coin. */
const COIN: Fcfa = 5;

const specialty = z
  .tuple([z.string(), lineText.pipe(newMedication.shape.label), z.string()])
  .rest(z.string());

/** The files of the French public database. */
export interface PublicBase {
  /** `CIS_bdpm.txt` */
  readonly specialties: () => Readable;
  /** `CIS_CIP_bdpm.txt` */
  readonly presentations: () => Readable;
  /** `CIS_COMPO_bdpm.txt` */
  readonly compositions: () => Readable;
}

/**
 * Reads the marketed specialties except homeopathy, each with its substances, at the price of its cheapest marketed presentation in
 * francs.
 */
export async function* readPublicBase(
  base: PublicBase,
  encoding?: FileEncoding,
): AsyncGenerator<ReadLine<ImportedMedication>> {
  const cents = await readPrices(base.presentations, encoding);
  const compositions = await readCompositions(base.compositions, encoding);
  for await (const { fields, line, refused } of readTabbed(base.specialties, 12, encoding)) {
    const [code = '', , form = '', , , procedure = '', marketed = ''] = fields;
    if (refused !== null) {
      yield { line, read: refused };
      continue;
    }
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
      // The database publishes it in another file.
      requiresPrescription: null,
      ...(compositions.get(code) ?? { substances: null, dosage: null }),
    };
    yield { line, read };
  }
}

/** Reads the price of each specialty's cheapest marketed presentation, euro cents. */
async function readPrices(open: () => Readable, encoding?: FileEncoding): Promise<Map<string, number>> {
  const cheapest = new Map<string, number>();
  for await (const { fields, refused } of readTabbed(open, 13, encoding)) {
    if (refused !== null) continue;
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

/** Marks the « fraction thérapeutique » of a salt, whose name and dose are on the box. */
const FRACTION = 'FT';

/**
 * Reads the substances of each specialty and their doses. A salt and its fraction have the same number.
 */
async function readCompositions(
  open: () => Readable,
  encoding?: FileEncoding,
): Promise<ReadonlyMap<string, Composition>> {
  // A composition that is read in part would be another one.
  const unreadable = new Set<string>();
  const specialties = new Map<string, Map<number, Component & { nature: string }>>();
  for await (const { fields, refused } of readTabbed(open, 8, encoding)) {
    const [code = '', , , name = '', dose = '', amount = '', nature = '', number = ''] = fields;
    if (refused !== null) unreadable.add(code);
    const components = specialties.get(code) ?? new Map();
    specialties.set(code, components);
    const known = components.get(Number(number));
    if (known !== undefined && (known.nature === FRACTION || nature !== FRACTION)) continue;
    components.set(Number(number), { name, dose: perMeasure(dose, amount), nature });
  }
  return new Map(
    [...specialties]
      .filter(([code]) => !unreadable.has(code))
      .map(([code, components]) => {
        const ordered = [...components].sort(([one], [other]) => one - other);
        return [code, compositionOf(ordered.map(([, component]) => component))];
      }),
  );
}

/** Adds the measure of a liquid or a powder: « 125 mg » in « une cuillère-mesure de 5 ml » is 125 mg/5 ml, in a tablet 125 mg. */
function perMeasure(dose: string, amount: string): string {
  const [, volume] = /(?<![\d,])(\d[\d,]* ?m[lL])\b/.exec(amount) ?? [];
  const [, weight] = /^(\d[\d,]* ?g)\b/.exec(amount) ?? [];
  const measure = volume ?? weight;
  if (measure === undefined || dose.trim() === '') return dose;
  return `${dose.trim()}/${measure.replace(/^1 /, '')}`;
}

interface TabbedLine {
  readonly fields: string[];
  readonly line: number;
  /** Null when it can be read. */
  readonly refused: string | null;
}

/**
 * Reads the lines of a file of the French public database, which has no header line.
 * @param columns the most that a line has
 */
async function* readTabbed(
  open: () => Readable,
  columns: number,
  encoding?: FileEncoding,
): AsyncGenerator<TabbedLine> {
  const text = await openText(open, encoding);
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
