import { bearerLabels, claimReasonLabels, claimStateLabels } from '@amasin/domain/claims/lifecycle.ts';
import { MAX_EXPORTED } from '@amasin/domain/contract/counted.ts';
import { dayInBenin } from '@amasin/domain/contract/dates.ts';
import { formatDateTime, formatMoney } from '@amasin/domain/contract/format.ts';
import { MAX_PAGE_SIZE } from '@amasin/domain/contract/paging.ts';
import { shareOut } from '@amasin/domain/contract/shares.ts';
import { weightOf } from '@amasin/domain/orders/pricing.ts';
import { isProvisional, monthName } from '@amasin/domain/statements/month.ts';
import { record } from '../audit/record.ts';
import { recordReads } from '../audit/record-reads.ts';
import type { Ctx } from '../ctx.ts';
import type { InsurerRow } from '../database/schema/insurance.ts';
import { insertOpening } from '../files/queries.ts';
import { drawPdf } from '../pdf/draw.ts';
import { type Content, head, right, type Sheet, sums, table, text } from '../pdf/sheet.ts';
import { type CsvColumn, csvFile } from '../routing/csv.ts';
import { type FoundLine, findLines, findMedicines, type Medicine } from './queries.ts';
import { readOf } from './read.ts';

/** A PDF has this many orders at most; a longer claim has its sums only, and its lines as CSV. */
const MAX_PRINTED = 2_000;

/** An order of a claim with its medicines, and what is covered of each. */
interface Claimed {
  readonly line: FoundLine;
  readonly medicines: readonly (Medicine & { readonly covered: number })[];
}

const nameOf = (ctx: Ctx, month: string) =>
  `demande-${month}${isProvisional(month, ctx.clock.now()) ? '-provisoire' : ''}`;

/** Exports a claim as CSV, one line for each medicine, with what is covered of it. */
export async function exportClaim(ctx: Ctx, insurer: InsurerRow, month: string) {
  const found = await findLines(ctx.db, { insurerId: insurer.id, month }, MAX_EXPORTED + 1);
  await recordDownload(ctx, insurer, month);
  const parts = inParts(ctx, found.slice(0, MAX_EXPORTED));
  return csvFile(ctx, nameOf(ctx, month), columns, {
    parts: rowsOf(parts),
    isCut: found.length > MAX_EXPORTED,
  });
}

/** Draws a claim as a PDF, in a process of its own. @throws 503 UNAVAILABLE when too many wait */
export async function printClaim(ctx: Ctx, insurer: InsurerRow, month: string) {
  const found = await findLines(ctx.db, { insurerId: insurer.id, month }, MAX_EXPORTED + 1);
  await recordDownload(ctx, insurer, month);
  const claimed: Claimed[] = [];
  if (found.length <= MAX_PRINTED) for await (const part of inParts(ctx, found)) claimed.push(...part);
  const body = await drawPdf(paperOf(ctx, insurer, month, found, claimed));
  const headers = {
    'content-type': 'application/pdf',
    'content-disposition': `attachment; filename="${nameOf(ctx, month)}.pdf"`,
    'cache-control': 'private, no-store',
  };
  return { status: 200 as const, body, headers };
}

async function recordDownload(ctx: Ctx, { id }: InsurerRow, month: string): Promise<void> {
  const { db, actor, clock } = ctx;
  await insertOpening(db, { object: `export:claim:${id}`, userId: actor._id, at: clock.now() });
  const details = { event: 'claim', to: month };
  await record(ctx, db, { action: 'export', kind: 'insurer', id, details });
}

/** Reads the medicines of the lines, some at a time. The people whom they name are noted as read. */
async function* inParts(ctx: Ctx, lines: readonly FoundLine[]): AsyncIterable<Claimed[]> {
  for (let from = 0; from < lines.length; from += MAX_PAGE_SIZE) {
    const part = lines.slice(from, from + MAX_PAGE_SIZE);
    await recordReads(ctx, 'order', part.map(readOf));
    const byOrder = Map.groupBy(
      await findMedicines(
        ctx.db,
        part.map(({ orderId }) => orderId),
      ),
      ({ orderId }) => orderId,
    );
    yield part.map((line) => ({ line, medicines: coveredOf(line, byOrder.get(line.orderId) ?? []) }));
  }
}

/** The parts of what is asked for by medicine, which add up to it; none once the medicines were erased. */
function coveredOf({ amount }: FoundLine, medicines: readonly Medicine[]) {
  if (medicines.length === 0) return [];
  const shares = shareOut(amount, medicines.map(weightOf));
  return medicines.map((medicine, index) => ({ ...medicine, covered: shares[index] ?? 0 }));
}

interface Row {
  readonly line: FoundLine;
  readonly medicine: Claimed['medicines'][number] | null;
}

async function* rowsOf(parts: AsyncIterable<Claimed[]>): AsyncIterable<Row[]> {
  for await (const part of parts)
    yield part.flatMap(({ line, medicines }): Row[] =>
      medicines.length === 0 ? [{ line, medicine: null }] : medicines.map((medicine) => ({ line, medicine })),
    );
}

const answerOf = ({ state, reason, bearer }: FoundLine): string =>
  [
    claimStateLabels[state],
    ...(reason === null ? [] : [claimReasonLabels[reason]]),
    ...(bearer === null ? [] : [`à la charge de : ${bearerLabels[bearer]}`]),
  ].join(' · ');

const columns: CsvColumn<Row>[] = [
  { heading: 'Commande', cell: ({ line }) => line.number },
  { heading: 'Terminée le', cell: ({ line }) => dayInBenin(line.at) },
  { heading: 'Personne assurée', cell: ({ line }) => line.insured },
  { heading: 'Carte', cell: ({ line }) => line.cardLabel },
  { heading: 'Taux (%)', cell: ({ line }) => line.taux },
  { heading: 'Accord préalable', cell: ({ line }) => line.agreement },
  { heading: 'Médicament', cell: ({ medicine }) => medicine?.label ?? null },
  { heading: 'Quantité', cell: ({ medicine }) => medicine?.quantity ?? null },
  { heading: 'Prix (F)', cell: ({ medicine }) => medicine?.price ?? null },
  { heading: 'Couvert (F)', cell: ({ line, medicine }) => medicine?.covered ?? line.amount },
  { heading: 'État', cell: ({ line }) => answerOf(line) },
];

function paperOf(
  ctx: Ctx,
  { name }: InsurerRow,
  month: string,
  lines: readonly FoundLine[],
  claimed: readonly Claimed[],
): Sheet {
  const at = ctx.clock.now();
  const title = `Demande de remboursement, ${monthName(month)}`;
  const provisional = text('bold', 'Provisoire : le mois n’est pas terminé.', { margin: [0, 8, 0, 0] });
  const total = lines.reduce((sum, { amount }) => sum + amount, 0);
  return {
    title,
    at,
    size: 'A4',
    foot: [`${title} · ${name} · `, ' / '],
    content: [
      head(title, `Fait le ${formatDateTime(at)}`),
      text('name', name, { margin: [0, 12, 0, 0] }),
      text('dimmed', 'Assureur'),
      ...(isProvisional(month, at) ? [provisional] : []),
      {
        ...(sums([
          ['Commandes', String(lines.length)],
          ['Total demandé', formatMoney(total)],
        ]) as object),
        margin: [0, 12, 0, 8],
      },
      text(
        'dimmed',
        'Part des médicaments remis dans les commandes terminées pendant le mois, d’après la carte de chaque personne. Cartes et reçus sont à votre disposition.',
        { margin: [0, 0, 0, 14] },
      ),
      linesOf(lines, claimed),
    ],
  };
}

function linesOf(lines: readonly FoundLine[], claimed: readonly Claimed[]): Content {
  if (lines.length === 0) return text('dimmed', 'Rien pendant ce mois.');
  if (claimed.length === 0)
    return text('dimmed', 'Trop de lignes pour ce document : elles sont dans le fichier CSV.');
  const headings: Content[] = ['Commande', 'Personne assurée', 'Médicament', { text: 'Couvert', ...right }];
  const rows = claimed.map(({ line, medicines }): Content[] => [
    { stack: [text('bold', line.number), formatDateTime(line.at)] },
    { stack: [line.insured, text('dimmed', `${line.cardLabel ?? 'Carte'} · ${line.taux} %`)] },
    {
      stack: medicines.map(
        ({ label, quantity, covered }) => `${quantity} × ${label} : ${formatMoney(covered)}`,
      ),
    },
    {
      stack: [text('bold', formatMoney(line.amount)), text('dimmed', claimStateLabels[line.state])],
      ...right,
    },
  ]);
  return { style: 'small', ...table('listed', [96, 130, '*', 82], [headings, ...rows], { headerRows: 1 }) };
}
