import { payoutLabels } from '@amasin/domain/benefits/payout-state.ts';
import { timeInBenin } from '@amasin/domain/contract/dates.ts';
import { maskPhone, operatorLabels } from '@amasin/domain/payments/operators.ts';
import { isProvisional } from '@amasin/domain/statements/month.ts';
import { addLine, closingOf, type LineKind, noSums } from '@amasin/domain/statements/sums.ts';
import { record } from '../audit/record.ts';
import type { Ctx } from '../ctx.ts';
import { insertOpening } from '../files/queries.ts';
import { type CsvColumn, csvFile } from '../routing/csv.ts';
import type { Holder, Line } from './queries.ts';
import { openStatement } from './read.ts';

export const lineLabels: Readonly<Record<LineKind, string>> = {
  share: 'Gain',
  payout: 'Versement',
  return: 'Versement non arrivé',
  order: 'Commande terminée',
};

/** Returns the state of a payout in words; null for other lines. */
export const stateOf = ({ kind, state }: Line) => (kind === 'payout' ? payoutLabels[state ?? 'done'] : null);

/** Returns the account of a payout, with its number masked. */
export const accountOf = ({ operator, phone }: Line) =>
  operator === null || phone === null ? null : `${operatorLabels[operator]} ${maskPhone(phone)}`;

/** « releve-2026-10 ». */
export const fileNameOf = ({ clock }: Ctx, month: string) =>
  `releve-${month}${isProvisional(month, clock.now()) ? '-provisoire' : ''}`;

/** A row of the file; `line` is null for the first and the last row, which only say an amount. */
interface Row {
  readonly line: Line | null;
  readonly label: string;
  /** The amount owed to a partner after the row; a pharmacy's total, in its last row. */
  readonly balance: number | null;
}

/** Exports all lines of a statement as CSV. */
export async function exportStatement(ctx: Ctx, holder: Holder, month: string) {
  const { opening, parts } = await openStatement(ctx, holder, month);
  await recordDownload(ctx, holder, month);
  const rows = holder.type === 'pharmacy' ? pharmacyRows(parts) : partnerRows(opening, parts);
  const columns = holder.type === 'pharmacy' ? pharmacyColumns : partnerColumns;
  return csvFile(ctx, fileNameOf(ctx, month), columns, { parts: rows, isCut: false });
}

type Parts = AsyncIterable<readonly Line[]>;

async function* partnerRows(opening: number, parts: Parts): AsyncIterable<readonly Row[]> {
  yield [{ line: null, label: 'Solde d’ouverture', balance: opening }];
  let sums = noSums;
  for await (const lines of parts) {
    yield lines.map((line) => {
      sums = addLine(sums, line);
      return { line, label: lineLabels[line.kind], balance: closingOf(opening, sums) };
    });
  }
  yield [{ line: null, label: 'Solde de clôture', balance: closingOf(opening, sums) }];
}

async function* pharmacyRows(parts: Parts): AsyncIterable<readonly Row[]> {
  let sums = noSums;
  for await (const lines of parts) {
    for (const line of lines) sums = addLine(sums, line);
    yield lines.map((line) => ({ line, label: lineLabels[line.kind], balance: null }));
  }
  yield [{ line: null, label: 'Total', balance: sums.medicines }];
}

const amountOf =
  (kind: LineKind) =>
  ({ line }: Row) =>
    line?.kind === kind ? line.amount : null;
const dated: CsvColumn<Row> = { heading: 'Date', cell: ({ line }) => line && timeInBenin(line.at) };
const labelled: CsvColumn<Row> = { heading: 'Opération', cell: ({ label }) => label };

const partnerColumns: CsvColumn<Row>[] = [
  dated,
  labelled,
  { heading: 'Ordonnance', cell: ({ line }) => line?.number ?? null },
  { heading: 'Compte', cell: ({ line }) => line && accountOf(line) },
  { heading: 'État', cell: ({ line }) => line && stateOf(line) },
  { heading: 'Gagné (F)', cell: amountOf('share') },
  { heading: 'Versé (F)', cell: amountOf('payout') },
  { heading: 'Rendu (F)', cell: amountOf('return') },
  { heading: 'Solde (F)', cell: ({ balance }) => balance },
];

const pharmacyColumns: CsvColumn<Row>[] = [
  dated,
  labelled,
  { heading: 'Commande', cell: ({ line }) => line?.number ?? null },
  { heading: 'Valeur des médicaments (F)', cell: ({ line, balance }) => line?.amount ?? balance },
];

/** Records that a super administrator downloads the statement of another person. */
export async function recordDownload(ctx: Ctx, { id }: Holder, month: string): Promise<void> {
  const { db, actor, clock } = ctx;
  if (actor._id === id) return;
  await insertOpening(db, { object: `export:statement:${id}`, userId: actor._id, at: clock.now() });
  const details = { event: 'statement', to: month };
  await record(ctx, db, { action: 'export', kind: 'user', id, details });
}
