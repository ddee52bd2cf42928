import { formatDateTime, formatMoney } from '@amasin/domain/contract/format.ts';
import type { HolderType } from '@amasin/domain/statements/holder.ts';
import { isProvisional, statementTitle } from '@amasin/domain/statements/month.ts';
import { addLine, closingOf, noSums, type Sums } from '@amasin/domain/statements/sums.ts';
import type { Ctx } from '../ctx.ts';
import { drawPdf } from '../pdf/draw.ts';
import { type Content, head, right, type Sheet, table, text } from '../pdf/sheet.ts';
import { accountOf, fileNameOf, lineLabels, recordDownload, stateOf } from './export.ts';
import type { Holder, Line } from './queries.ts';
import { openStatement } from './read.ts';

/** A PDF has this many lines at most; a longer statement has its sums only, and its lines as CSV. */
const MAX_PRINTED = 5_000;

/** Draws a statement as a PDF, in a process of its own. @throws 503 UNAVAILABLE when too many wait */
export async function printStatement(ctx: Ctx, holder: Holder, month: string) {
  const { opening, parts } = await openStatement(ctx, holder, month);
  const printed: PrintedLine[] = [];
  let sums = noSums;
  for await (const lines of parts) {
    for (const line of lines) sums = addLine(sums, line);
    if (sums.lines <= MAX_PRINTED) printed.push(...lines.map(printedLine));
  }
  await recordDownload(ctx, holder, month);
  const now = ctx.clock.now();
  const paper = paperOf({
    title: statementTitle(month),
    holder: holder.name,
    type: holder.type,
    madeAt: now,
    isProvisional: isProvisional(month, now),
    opening,
    sums,
    lines: sums.lines <= MAX_PRINTED ? printed : null,
  });
  const body = await drawPdf(paper);
  const headers = {
    'content-type': 'application/pdf',
    'content-disposition': `attachment; filename="${fileNameOf(ctx, month)}.pdf"`,
    'cache-control': 'private, no-store',
  };
  return { status: 200 as const, body, headers };
}

function printedLine(line: Line): PrintedLine {
  const { at, kind, amount, number } = line;
  const about = [number, stateOf(line), accountOf(line)].filter((text) => text !== null);
  const label = kind === 'order' ? (number ?? '') : [lineLabels[kind], ...about].join(' · ');
  return { at, label, amount: kind === 'payout' ? -amount : amount };
}

interface PrintedLine {
  readonly at: Date;
  readonly label: string;
  /** Negative for a payout. */
  readonly amount: number;
}

interface PrintedStatement {
  readonly title: string;
  readonly holder: string;
  readonly type: HolderType;
  readonly madeAt: Date;
  readonly isProvisional: boolean;
  /** The amount owed to a partner before; 0 for a pharmacy. */
  readonly opening: number;
  readonly sums: Sums;
  /** Null when there are too many to print. */
  readonly lines: readonly PrintedLine[] | null;
}

const notes: Readonly<Record<HolderType, string>> = {
  partnerDoctor:
    'Un gain compte le jour où la commande est terminée, un versement le jour où il est décidé. L’état d’un versement est celui du jour où ce relevé est fait ; un versement qui n’arrive pas est rendu au solde.',
  pharmacy:
    'Valeur des médicaments remis dans les commandes terminées pendant le mois, aux prix payés sur Amasin, part de l’assurance comprise, sans livraison ni commission. Ce relevé ne dit pas qu’Amasin les a payés : ce n’est ni une facture ni une preuve de paiement.',
};

/** Lays out the paper: the sums, what they mean, and each line. */
function paperOf(statement: PrintedStatement): Sheet {
  const { title, holder, type, madeAt, opening, sums, lines } = statement;
  const name = statement.isProvisional ? `${title} (provisoire)` : title;
  const provisional = text('bold', 'Provisoire : le mois n’est pas terminé.', { margin: [0, 8, 0, 0] });
  return {
    title: name,
    at: madeAt,
    size: 'A4',
    foot: [`${name} · ${holder} · `, ' / '],
    content: [
      head(name, `Fait le ${formatDateTime(madeAt)}`),
      text('name', holder, { margin: [0, 12, 0, 0] }),
      text('dimmed', type === 'pharmacy' ? 'Pharmacie' : 'Professionnel de santé'),
      ...(statement.isProvisional ? [provisional] : []),
      { ...summary(type, opening, sums), margin: [0, 12, 0, 8] },
      text('dimmed', notes[type], { margin: [0, 0, 0, 14] }),
      linesOf(lines, type === 'pharmacy' ? null : opening),
    ],
  };
}

function summary(type: HolderType, opening: number, sums: Sums) {
  const rows: [label: string, text: string][] =
    type === 'pharmacy'
      ? [
          ['Commandes terminées', String(sums.lines)],
          ['Valeur des médicaments remis', formatMoney(sums.medicines)],
        ]
      : [
          ['Solde d’ouverture', formatMoney(opening)],
          ['Gagné', formatMoney(sums.earned)],
          ['Versé', formatMoney(0 - sums.paid)],
          ['Versements non arrivés', formatMoney(sums.returned)],
          ['Solde de clôture', formatMoney(closingOf(opening, sums))],
        ];
  const body = rows.map(([label, amount], at) => {
    const style = at === rows.length - 1 ? 'bold' : 'plain';
    return [text(style, label), text(style, amount, right)];
  });
  return table('bare', ['*', '*'], body);
}

/** @param opening the amount owed before the lines, for a running balance; null for none */
function linesOf(lines: readonly PrintedLine[] | null, opening: number | null): Content {
  if (lines === null)
    return text('dimmed', 'Trop de lignes pour ce document : elles sont dans le fichier CSV.');
  if (lines.length === 0) return text('dimmed', 'Rien pendant ce mois.');
  let balance = opening ?? 0;
  const rows = lines.map(({ at, label, amount }) => {
    balance += amount;
    const amounts = opening === null ? [amount] : [amount, balance];
    return [formatDateTime(at), label, ...amounts.map((sum) => ({ text: formatMoney(sum), ...right }))];
  });
  const headings: Content[] =
    opening === null
      ? ['Date', 'Commande', { text: 'Montant', ...right }]
      : ['Date', 'Opération', { text: 'Montant', ...right }, { text: 'Solde', ...right }];
  const widths = [142, '*' as const, 80, ...(opening === null ? [] : [82])];
  return { style: 'small', ...table('listed', widths, [headings, ...rows], { headerRows: 1 }) };
}
