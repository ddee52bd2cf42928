import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { formatMoney } from '@amasin/domain/contract/format.ts';
import type { Fcfa } from '@amasin/domain/contract/money.ts';
import { importColumns } from '@amasin/domain/imports/columns.ts';
import type { FileEncoding } from '@amasin/domain/imports/encodings.ts';
import type { ImportedLine } from '@amasin/domain/imports/preview.ts';
import { type MedicationForm, medicationFormLabels } from '@amasin/domain/medications/form.ts';
import { newMedication } from '@amasin/domain/medications/medication.ts';
import { searchText } from '@amasin/domain/medications/search-text.ts';
import { SHOWN_UNKNOWN, type StockReport } from '@amasin/domain/stock/stock.ts';
import { z } from 'zod';
import type { Database } from '../database/database.ts';
import type { MedicationRow } from '../database/schema/medications.ts';
import { atMost, MAX_LINES } from '../imports/imports.ts';
import { isJump, type ReadLine } from '../list-files/import-lines.ts';
import { lineAmount, lineText, reasonOfLine } from '../list-files/line-text.ts';
import { openText } from '../list-files/open-text.ts';
import { readCsv } from '../list-files/read-csv.ts';
import { findNamedMedications } from '../medications/queries.ts';
import { readForm } from '../medications/read-form.ts';
import type { NewStock } from './queries.ts';

/** What a line of a pharmacy's list says. */
interface SaidLine {
  readonly label: string;
  /** Null when the list has none. */
  readonly form: MedicationForm | null;
  readonly price: Fcfa | null;
  readonly there: boolean;
}

const presence: Readonly<Record<string, boolean>> = {
  oui: true,
  yes: true,
  o: true,
  true: true,
  vrai: true,
  'en stock': true,
  disponible: true,
  dispo: true,
  non: false,
  no: false,
  n: false,
  false: false,
  faux: false,
  rupture: false,
  'en rupture': false,
  'rupture de stock': false,
  'en rupture de stock': false,
  'pas en stock': false,
  'hors stock': false,
  indisponible: false,
  'non disponible': false,
  manquant: false,
  epuise: false,
};

/** « 12 », « 0,00 », « 1 200 »; software writes « -3 » for what was sold before it was counted in. */
const QUANTITY = /^-?\d{1,3}(?: ?\d{3}){0,2}(?:[.,]\d{1,3})?$/;

/** Whether it is there; null when the cell says nothing certain. */
function readPresence(written: string): boolean | null {
  if (QUANTITY.test(written)) return Number(written.replace(/ /g, '').replace(',', '.')) > 0;
  return presence[searchText(written)] ?? null;
}

const line = z.object({
  label: lineText.pipe(newMedication.shape.label),
  form: lineText.transform((written, context) => {
    const form = readForm(written);
    if (form === null && written !== '') context.addIssue(`Forme inconnue : « ${written} »`);
    return form;
  }),
  // A price of 0 is none.
  price: lineAmount.transform((amount) => amount || null),
  // A list without the column has what is there.
  there: z
    .string()
    .optional()
    .transform((cell, context) => {
      if (cell === undefined) return true;
      const written = lineText.parse(cell);
      const there = readPresence(written);
      if (there !== null) return there;
      const said = written === '' ? 'Stock vide' : `Stock illisible : « ${written} »`;
      context.addIssue(`${said} (« oui », « non » ou une quantité attendu)`);
      return z.NEVER;
    }),
} satisfies Record<keyof typeof importColumns.stock, z.ZodType>);

/**
 * Parses one line of a pharmacy's list.
 * @returns the reason when the line is rejected
 */
export function readLine(record: unknown): SaidLine | string {
  const parsed = line.safeParse(record);
  return parsed.success ? parsed.data : reasonOfLine(parsed.error);
}

/** A list as it was read; the rows that wait have a line each. */
export interface ReadStock {
  readonly read: number;
  readonly rows: readonly NewStock[];
  readonly waiting: readonly { readonly row: NewStock; readonly line: ImportedLine }[];
  readonly unknown: readonly string[];
  readonly refused: readonly ImportedLine[];
}

/** Lines that are looked up in the catalogue at once. */
const BATCH = 1_000;

/**
 * Reads a pharmacy's list, and finds its medicines in the catalogue; it writes nothing.
 * @throws OperatorError for a file that is not such a list
 */
export async function readStock(
  db: Database,
  open: () => Readable,
  encoding?: FileEncoding,
): Promise<ReadStock> {
  const lines = readCsv(await openText(open, encoding), importColumns.stock, readLine);
  const found = openList();
  let batch: ReadLine<SaidLine>[] = [];
  const flush = async () => {
    const texts = batch.flatMap(({ read }) => (typeof read === 'string' ? [] : [searchText(read.label)]));
    const catalogue = byText(await findNamedMedications(db, [], [...new Set(texts)]));
    for (const one of batch) found.add(one, catalogue);
    batch = [];
  };
  for await (const one of atMost(MAX_LINES, lines)) if (batch.push(one) === BATCH) await flush();
  await flush();
  return found.end();
}

function byText(rows: readonly MedicationRow[]): ReadonlyMap<string, MedicationRow[]> {
  const found = new Map<string, MedicationRow[]>();
  for (const row of rows.filter(({ deletedAt }) => deletedAt === null))
    found.set(row.searchText, [...(found.get(row.searchText) ?? []), row]);
  return found;
}

const formOf = ({ form }: MedicationRow) => medicationFormLabels[form].toLowerCase();

function openList() {
  const said = new Map<string, { line: number; there: boolean }>();
  const rows = new Map<string, NewStock>();
  const waiting = new Map<string, { row: NewStock; line: ImportedLine }>();
  const unknown: string[] = [];
  const refused: ImportedLine[] = [];
  let count = 0;
  return {
    add({ line, read }: ReadLine<SaidLine>, catalogue: ReadonlyMap<string, MedicationRow[]>): void {
      count += 1;
      const refuse = (name: string, reason: string) => refused.push({ line, name, fields: [], reason });
      if (typeof read === 'string') return void refuse('', read);
      const { label, form, price, there } = read;
      const named = catalogue.get(searchText(label)) ?? [];
      const matches = form === null ? named : named.filter((row) => row.form === form);
      const [only, other] = matches;
      if (only === undefined) return void unknown.push(label);
      if (other !== undefined)
        return void refuse(
          label,
          `Plusieurs formes : ${matches.map(formOf).join(' ou ')} ? Ajoutez la forme`,
        );
      const name = `${only.label} (${formOf(only)})`;
      const before = said.get(only.id);
      // Some software writes a line for each lot: one that is there is enough.
      if (before?.there || (before && !there))
        return void refuse(name, `${name} est déjà à la ligne ${before.line}`);
      said.set(only.id, { line, there });
      for (const kept of [rows, waiting]) kept.delete(only.id);
      const row = { medicationId: only.id, price, there };
      if (price === null || only.price === 0 || !isJump(only.price, price))
        return void rows.set(only.id, row);
      const field = { label: 'Prix', before: formatMoney(only.price), after: formatMoney(price) };
      waiting.set(only.id, { row, line: { line, name, fields: [field], reason: null } });
    },
    end: (): ReadStock => ({
      read: count,
      rows: [...rows.values()],
      waiting: [...waiting.values()],
      unknown: unknown.sort(new Intl.Collator('fr').compare),
      // Those that cannot be read at all come last.
      refused: refused.sort((one, next) => one.line - next.line),
    }),
  };
}

/** Lines of each kind that a report shows. */
const SHOWN = 100;

/** @param isConfirmed lines that wait are taken too */
export const rowsOf = ({ rows, waiting }: ReadStock, isConfirmed: boolean): readonly NewStock[] =>
  isConfirmed ? [...rows, ...waiting.map(({ row }) => row)] : rows;

export function reportOf(read: ReadStock, isConfirmed: boolean): StockReport {
  const known = rowsOf(read, isConfirmed);
  const waiting = isConfirmed ? [] : read.waiting.map(({ line }) => line);
  return {
    counts: {
      read: read.read,
      known: known.length,
      there: known.filter(({ there }) => there).length,
      unknown: read.unknown.length,
      waiting: waiting.length,
      refused: read.refused.length,
    },
    unknown: read.unknown.slice(0, SHOWN_UNKNOWN),
    waiting: waiting.slice(0, SHOWN),
    refused: read.refused.slice(0, SHOWN),
  };
}

/** Names all that was read, the same whether waiting lines are confirmed or not. */
export const digestOf = (read: ReadStock): string =>
  createHash('sha256').update(JSON.stringify(read)).digest('base64url');
