import type { PayeeType } from '@amasin/domain/benefits/payee.ts';
import { payoutLabels } from '@amasin/domain/benefits/payout-state.ts';
import { handMethodLabels } from '@amasin/domain/benefits/settlement.ts';
import { timeInBenin } from '@amasin/domain/contract/dates.ts';
import { maskPhone, operatorLabels } from '@amasin/domain/payments/operators.ts';
import { isProvisional } from '@amasin/domain/statements/month.ts';
import {
  addLine,
  closingOf,
  correctionLabels,
  type LineKind,
  noSums,
} from '@amasin/domain/statements/sums.ts';
import { record } from '../audit/record.ts';
import type { Ctx } from '../ctx.ts';
import { insertOpening } from '../files/queries.ts';
import { type CsvColumn, csvFile } from '../routing/csv.ts';
import type { Holder, Line } from './queries.ts';
import { openStatement } from './read.ts';

export const lineLabels: Readonly<Record<LineKind, string>> = {
  share: 'Gain',
  order: 'Médicaments remis',
  delivery: 'Livraison',
  'return-fee': 'Déplacement sans remise',
  correction: 'Correction',
  payout: 'Versement',
  return: 'Versement non arrivé',
};

/** Returns the state of a payout in words; null for other lines. */
export const stateOf = ({ kind, state }: Line) => (kind === 'payout' ? payoutLabels[state ?? 'done'] : null);

/** Returns where a payout went: the account, its number masked, or how it was made by hand and under which reference. */
export function accountOf({ operator, phone, method, reference }: Line): string | null {
  if (method !== null) return [handMethodLabels[method], reference].filter(Boolean).join(' ');
  return operator === null || phone === null ? null : `${operatorLabels[operator]} ${maskPhone(phone)}`;
}

/** Returns why a correction was made, in words; null for other lines. */
export const reasonOf = ({ reason }: Line) => (reason === null ? null : correctionLabels[reason]);

/** « releve-2026-10 ». */
export const fileNameOf = ({ clock }: Ctx, month: string) =>
  `releve-${month}${isProvisional(month, clock.now()) ? '-provisoire' : ''}`;

/** A row of the file; `line` is null for the first and the last row, which only say an amount. */
interface Row {
  readonly line: Line | null;
  readonly label: string;
  /** The amount owed after the row. */
  readonly balance: number | null;
}

/** Exports all lines of a statement as CSV. */
export async function exportStatement(ctx: Ctx, holder: Holder, month: string) {
  const { opening, parts } = await openStatement(ctx, holder, month);
  await recordDownload(ctx, holder, month);
  const rows = { parts: rowsOf(opening, parts), isCut: false };
  return csvFile(ctx, fileNameOf(ctx, month), columnsOf(holder), rows);
}

type Parts = AsyncIterable<readonly Line[]>;

async function* rowsOf(opening: number, parts: Parts): AsyncIterable<readonly Row[]> {
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

const amountOf =
  (...kinds: LineKind[]) =>
  ({ line }: Row) =>
    line !== null && kinds.includes(line.kind) ? line.amount : null;

const columnsOf = ({ type }: Holder): CsvColumn<Row>[] => [
  { heading: 'Date', cell: ({ line }) => line && timeInBenin(line.at) },
  { heading: 'Opération', cell: ({ label }) => label },
  { heading: numberHeadings[type], cell: ({ line }) => line?.number ?? null },
  { heading: 'Motif', cell: ({ line }) => line && reasonOf(line) },
  { heading: 'Payé sur', cell: ({ line }) => line && accountOf(line) },
  { heading: 'État', cell: ({ line }) => line && stateOf(line) },
  { heading: 'Gagné (F)', cell: amountOf('share', 'order', 'delivery', 'return-fee') },
  { heading: 'Corrigé (F)', cell: amountOf('correction') },
  { heading: 'Versé (F)', cell: amountOf('payout') },
  { heading: 'Rendu (F)', cell: amountOf('return') },
  { heading: 'Solde (F)', cell: ({ balance }) => balance },
];

/** What the number of a line is, for each payee. */
const numberHeadings: Readonly<Record<PayeeType, string>> = {
  partnerDoctor: 'Ordonnance',
  pharmacy: 'Commande',
  deliveryPerson: 'Commande',
};

/** Records that a super administrator downloads the statement of another person. */
export async function recordDownload(ctx: Ctx, { id }: Holder, month: string): Promise<void> {
  const { db, actor, clock } = ctx;
  if (actor._id === id) return;
  await insertOpening(db, { object: `export:statement:${id}`, userId: actor._id, at: clock.now() });
  const details = { event: 'statement', to: month };
  await record(ctx, db, { action: 'export', kind: 'user', id, details });
}
