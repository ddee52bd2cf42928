import { formatDateTime, formatMoney } from '../prescriptions/format.ts';
import { colors, fonts, type Sheet } from '../prescriptions/sheet.ts';

export interface PrintedLine {
  readonly at: Date;
  /** Fits on one line. */
  readonly label: string;
  /** Negative for a payout. */
  readonly amount: number;
}

/** Height of a line, and widths of the columns, in points. */
const LINE = 17;
const DATE = 150;
const BALANCE = 90;

/**
 * Draws the lines over as many pages as they need.
 * @param opening what was owed before them, for a running balance; null for none
 */
export function drawLines(
  sheet: Sheet,
  y: number,
  lines: readonly PrintedLine[],
  opening: number | null,
): void {
  const { doc, left, right, bottom } = sheet;
  const amountEnd = opening === null ? right : right - BALANCE;

  const draw = (date: string, label: string, amount: string, balance: string, top: number) => {
    doc.text(date, left, top, { lineBreak: false });
    doc.text(label, left + DATE, top, { lineBreak: false });
    doc.text(amount, amountEnd - doc.widthOfString(amount), top, { lineBreak: false });
    if (opening !== null) doc.text(balance, right - doc.widthOfString(balance), top, { lineBreak: false });
  };
  const rule = (top: number) =>
    doc.moveTo(left, top).lineTo(right, top).lineWidth(0.5).strokeColor(colors.line).stroke();
  const heading = (top: number) => {
    doc.font(fonts.plain).fontSize(9).fillColor(colors.dimmed);
    draw('Date', opening === null ? 'Commande' : 'Opération', 'Montant', 'Solde', top);
    rule(top + 13);
    doc.fillColor(colors.text);
    return top + 17;
  };

  let at = heading(y);
  let balance = opening ?? 0;
  for (const { at: date, label, amount } of lines) {
    if (at + LINE > bottom) {
      doc.addPage();
      at = heading(sheet.top);
    }
    balance += amount;
    draw(formatDateTime(date), label, formatMoney(amount), formatMoney(balance), at);
    at += LINE;
  }
}
