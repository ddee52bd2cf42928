import { buffer } from 'node:stream/consumers';
import type { Quote } from '@amasin/domain/orders/pricing.ts';
import { printable } from '@amasin/domain/prescriptions/printable.ts';
import { drawItems, type PrintedItem } from '../prescriptions/draw-items.ts';
import { drawLogo } from '../prescriptions/draw-logo.ts';
import { formatDateTime, formatMoney } from '../prescriptions/format.ts';
import { colors, fonts, numberPages, openSheet, type Sheet } from '../prescriptions/sheet.ts';

export interface PrintedReceipt {
  readonly number: string;
  readonly placedAt: Date;
  readonly paidAt: Date;
  readonly customer: string;
  /** Null until one is assigned. */
  readonly pharmacy: string | null;
  /** Null while unknown. */
  readonly pharmacist: string | null;
  readonly zone: string;
  readonly items: readonly PrintedItem[];
  readonly quote: Quote;
  /** Of the insurance card, percent; null without a card. */
  readonly rate: number | null;
  /** The most that the card could take off, FCFA; null without a limit. */
  readonly transactionId: string;
  readonly provider: string;
}

/** Renders the receipt of a paid order as a PDF. The commission is a line of its own. */
export async function renderReceipt(receipt: PrintedReceipt): Promise<Uint8Array> {
  const { number, paidAt, items, quote, zone, rate } = receipt;
  const sheet = openSheet(`Reçu ${number}`, paidAt);
  const bytes = buffer(sheet.doc);
  let y = drawHead(sheet, receipt);
  y = drawFacts(sheet, y + 14, receipt);
  y = drawItems(sheet, y + 14, items);
  const lines: Line[] = [
    [`Livraison (${zone})`, quote.deliveryFee],
    ['Commission Amasin', quote.commission],
  ];
  if (rate !== null) lines.push([`Part de l’assurance (${rate}\u00a0%)`, -quote.reduction]);
  drawAmounts(sheet, y + 4, lines, quote.total);
  numberPages(sheet, number);
  sheet.doc.end();
  return bytes;
}

function drawHead(sheet: Sheet, { number, paidAt }: PrintedReceipt): number {
  const { doc, left, right, width, top } = sheet;
  const end = drawLogo(sheet, top);
  doc.font(fonts.bold).fontSize(13).fillColor(colors.text);
  doc.text(`Reçu ${number}`, left + width / 2, top, { width: width / 2, align: 'right' });
  doc.font(fonts.plain).fontSize(9).fillColor(colors.dimmed);
  doc.text(formatDateTime(paidAt), left + width / 2, top + 17, { width: width / 2, align: 'right' });
  doc
    .moveTo(left, end + 8)
    .lineTo(right, end + 8)
    .lineWidth(1)
    .strokeColor(colors.leaf)
    .stroke();
  return end + 8;
}

/** Width of the names of the facts, in points. */
const NAMES = 92;

function drawFacts({ doc, left, width }: Sheet, y: number, receipt: PrintedReceipt): number {
  const { customer, pharmacy, pharmacist, placedAt, paidAt, transactionId, provider } = receipt;
  const facts = [
    ['Client', customer],
    ...(pharmacy === null ? [] : [['Pharmacie', pharmacy]]),
    ...(pharmacist === null ? [] : [['Pharmacien', pharmacist]]),
    ['Commandée le', formatDateTime(placedAt)],
    ['Payée le', formatDateTime(paidAt)],
    ['Paiement', provider],
    ['Transaction', transactionId],
  ] as [string, string][];
  let at = y;
  for (const [name, value] of facts) {
    doc.font(fonts.plain).fontSize(9).fillColor(colors.dimmed).text(name, left, at, { width: NAMES });
    doc.fontSize(10).fillColor(colors.text);
    doc.text(printable(value), left + NAMES, at - 1, { width: width - NAMES });
    at = doc.y + 3;
  }
  return at;
}

type Line = [label: string, amount: number];

/** Height of a line, in points. */
const LINE = 18;

/** The amounts beside the medicines, together with the total that was paid. */
function drawAmounts(sheet: Sheet, y: number, lines: readonly Line[], total: number): void {
  const { doc, left, right, width, top, bottom } = sheet;
  let at = y;
  // All on one page, so that they can be added up; a zone's name may take two lines.
  if (at + (lines.length + 3) * LINE > bottom) {
    doc.addPage();
    at = top;
  }
  const half = width * 0.66;
  const draw = ([label, amount]: Line) => {
    doc.text(label, left, at, { width: half });
    const end = doc.y;
    doc.text(formatMoney(amount), left + half, at, { width: width - half, align: 'right' });
    at = Math.max(end, at + LINE - 6) + 6;
  };
  doc.font(fonts.plain).fontSize(10).fillColor(colors.text);
  for (const line of lines) draw(line);
  doc.moveTo(left, at).lineTo(right, at).lineWidth(1).strokeColor(colors.leaf).stroke();
  at += 8;
  doc.font(fonts.bold).fontSize(13);
  draw(['Total payé', total]);
}
