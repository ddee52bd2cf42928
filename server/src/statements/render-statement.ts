import { buffer } from 'node:stream/consumers';
import { printable } from '@amasin/domain/prescriptions/printable.ts';
import type { HolderType } from '@amasin/domain/statements/holder.ts';
import { closingOf, type Sums } from '@amasin/domain/statements/sums.ts';
import { drawLogo } from '../prescriptions/draw-logo.ts';
import { formatDateTime, formatMoney } from '../prescriptions/format.ts';
import { colors, fonts, numberPages, openSheet, type Sheet } from '../prescriptions/sheet.ts';
import { drawLines, type PrintedLine } from './draw-lines.ts';

export type { PrintedLine };

export interface PrintedStatement {
  readonly title: string;
  readonly holder: string;
  readonly type: HolderType;
  readonly madeAt: Date;
  readonly isProvisional: boolean;
  /** What was owed to a partner before; 0 for a pharmacy. */
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

/** Renders the statement of a month as a PDF. */
export async function renderStatement(statement: PrintedStatement): Promise<Uint8Array> {
  const { title, type, madeAt, isProvisional, opening, lines } = statement;
  const name = isProvisional ? `${title} (provisoire)` : title;
  const sheet = openSheet(name, madeAt, 'A4');
  const bytes = buffer(sheet.doc);
  let y = drawHead(sheet, statement, name);
  y = drawText(sheet, y + 12, printable(statement.holder), { font: fonts.bold, size: 12 });
  y = drawText(sheet, y + 2, type === 'pharmacy' ? 'Pharmacie' : 'Professionnel de santé');
  if (isProvisional)
    y = drawText(sheet, y + 8, 'Provisoire : le mois n’est pas terminé.', { font: fonts.bold });
  y = drawSums(sheet, y + 12, statement);
  y = drawText(sheet, y + 8, notes[type]);
  if (lines === null)
    drawText(sheet, y + 12, 'Trop de lignes pour ce document : elles sont dans le fichier CSV.');
  else if (lines.length === 0) drawText(sheet, y + 12, 'Rien pendant ce mois.');
  else drawLines(sheet, y + 16, lines, type === 'pharmacy' ? null : opening);
  numberPages(sheet, `${name} · ${statement.holder}`, (page, count) => `${page} / ${count}`);
  sheet.doc.end();
  return bytes;
}

function drawHead(sheet: Sheet, { madeAt }: PrintedStatement, name: string): number {
  const { doc, left, right, width, top } = sheet;
  const end = drawLogo(sheet, top);
  const half = { width: width / 2, align: 'right' } as const;
  doc
    .font(fonts.bold)
    .fontSize(13)
    .fillColor(colors.text)
    .text(name, left + width / 2, top, half);
  doc.font(fonts.plain).fontSize(9).fillColor(colors.dimmed);
  doc.text(`Fait le ${formatDateTime(madeAt)}`, left + width / 2, doc.y + 1, half);
  const line = Math.max(end, doc.y) + 8;
  doc.moveTo(left, line).lineTo(right, line).lineWidth(1).strokeColor(colors.leaf).stroke();
  return line;
}

/** @returns the y where it ends */
function drawText(
  { doc, left, width }: Sheet,
  y: number,
  text: string,
  { font = fonts.plain as string, size = 9 } = {},
) {
  const color = font === fonts.bold ? colors.text : colors.dimmed;
  doc.font(font).fontSize(size).fillColor(color).text(text, left, y, { width });
  return doc.y;
}

function drawSums(sheet: Sheet, y: number, { type, opening, sums }: PrintedStatement): number {
  const { doc, left, width } = sheet;
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
  let at = y;
  for (const [index, [label, text]] of rows.entries()) {
    doc
      .font(index === rows.length - 1 ? fonts.bold : fonts.plain)
      .fontSize(11)
      .fillColor(colors.text);
    doc.text(label, left, at, { width: width / 2 });
    doc.text(text, left + width / 2, at, { width: width / 2, align: 'right' });
    at += 18;
  }
  return at;
}
