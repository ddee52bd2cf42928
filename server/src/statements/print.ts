import { type PayeeType, payeeLabels } from '@amasin/domain/benefits/payee.ts';
import { formatDateTime, formatMoney } from '@amasin/domain/contract/format.ts';
import { isProvisional, statementTitle } from '@amasin/domain/statements/month.ts';
import { addLine, closingOf, noSums, type Sums, takesOff } from '@amasin/domain/statements/sums.ts';
import type { Ctx } from '../ctx.ts';
import { drawPdf } from '../pdf/draw.ts';
import { type Content, head, right, type Sheet, table, text } from '../pdf/sheet.ts';
import { accountOf, fileNameOf, lineLabels, reasonOf, recordDownload, stateOf } from './export.ts';
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
  const about = [number, reasonOf(line), stateOf(line), accountOf(line)].filter((text) => text !== null);
  return { at, label: [lineLabels[kind], ...about].join(' · '), amount: takesOff(kind) ? -amount : amount };
}

interface PrintedLine {
  readonly at: Date;
  readonly label: string;
  /** Negative for a payout and a correction. */
  readonly amount: number;
}

interface PrintedStatement {
  readonly title: string;
  readonly holder: string;
  readonly type: PayeeType;
  readonly madeAt: Date;
  readonly isProvisional: boolean;
  /** The amount owed before. */
  readonly opening: number;
  readonly sums: Sums;
  /** Null when there are too many to print. */
  readonly lines: readonly PrintedLine[] | null;
}

const PAID =
  'Un versement compte le jour où il est décidé, dans l’état du jour où ce relevé est fait ; un versement qui n’arrive pas est rendu au solde.';

const notes: Readonly<Record<PayeeType, string>> = {
  partnerDoctor: `Un gain compte le jour où la commande est terminée. ${PAID}`,
  pharmacy: `Les médicaments d’une commande comptent quand le livreur les a pris, aux prix payés sur Amasin, part de l’assurance comprise, sans livraison ni commission ; une correction les reprend s’ils vous reviennent ou sont remboursés au client. ${PAID}`,
  deliveryPerson: `Une livraison compte quand elle est remise, pour votre part de son prix. ${PAID}`,
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
      text('dimmed', payeeLabels[type]),
      ...(statement.isProvisional ? [provisional] : []),
      { ...summary(opening, sums), margin: [0, 12, 0, 8] },
      text('dimmed', notes[type], { margin: [0, 0, 0, 14] }),
      linesOf(lines, opening),
    ],
  };
}

function summary(opening: number, sums: Sums) {
  const rows: [label: string, text: string][] = [
    ['Solde d’ouverture', formatMoney(opening)],
    ['Gagné', formatMoney(sums.earned)],
    ['Corrigé', formatMoney(0 - sums.corrected)],
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

/** @param opening the amount owed before the lines, for a running balance */
function linesOf(lines: readonly PrintedLine[] | null, opening: number): Content {
  if (lines === null)
    return text('dimmed', 'Trop de lignes pour ce document : elles sont dans le fichier CSV.');
  if (lines.length === 0) return text('dimmed', 'Rien pendant ce mois.');
  let balance = opening;
  const rows = lines.map(({ at, label, amount }) => {
    balance += amount;
    const amounts = [amount, balance].map((sum) => ({ text: formatMoney(sum), ...right }));
    return [formatDateTime(at), label, ...amounts];
  });
  const headings: Content[] = [
    'Date',
    'Opération',
    { text: 'Montant', ...right },
    { text: 'Solde', ...right },
  ];
  const widths = [142, '*' as const, 80, 82];
  return { style: 'small', ...table('listed', widths, [headings, ...rows], { headerRows: 1 }) };
}
