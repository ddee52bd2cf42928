import { buffer } from 'node:stream/consumers';
import { drawItems, type PrintedItem } from './draw-items.ts';
import { drawLogo } from './draw-logo.ts';
import { drawNumber } from './draw-number.ts';
import { drawPeople, type PrintedPerson } from './draw-people.ts';
import { formatDateTime, formatDay } from './format.ts';
import { colors, fonts, numberPages, openSheet, type Sheet } from './sheet.ts';

export interface PrintedPrescription {
  readonly number: string;
  readonly createdAt: Date;
  /** When the prices expire (rule 2). */
  readonly pricesUntil: Date;
  readonly prescriber: PrintedPerson;
  readonly patient: PrintedPerson;
  readonly items: readonly PrintedItem[];
}

/** Renders a prescription as a PDF, with its number as text and as a QR code. */
export async function renderPrescription(printed: PrintedPrescription): Promise<Uint8Array> {
  const { number, createdAt, prescriber, patient, items } = printed;
  const sheet = openSheet(`Ordonnance ${number}`, createdAt);
  const bytes = buffer(sheet.doc);
  let y = drawHead(sheet, createdAt);
  y = drawNumber(sheet, y + 14, number);
  y = drawPeople(sheet, y + 14, prescriber, patient);
  y = drawItems(sheet, y + 16, items);
  drawNote(
    sheet,
    y,
    `Sans la livraison ni la commission. Prix valables jusqu’au ${formatDay(printed.pricesUntil)}.`,
  );
  numberPages(sheet, number);
  sheet.doc.end();
  return bytes;
}

function drawHead(sheet: Sheet, createdAt: Date): number {
  const { doc, left, right, width, top } = sheet;
  const end = drawLogo(sheet, top);
  doc.font(fonts.bold).fontSize(13).fillColor(colors.text);
  doc.text('Ordonnance', left + width / 2, top, { width: width / 2, align: 'right' });
  doc.font(fonts.plain).fontSize(9).fillColor(colors.dimmed);
  doc.text(formatDateTime(createdAt), left + width / 2, top + 17, { width: width / 2, align: 'right' });
  doc
    .moveTo(left, end + 8)
    .lineTo(right, end + 8)
    .lineWidth(1)
    .strokeColor(colors.leaf)
    .stroke();
  return end + 8;
}

function drawNote({ doc, left, width, bottom, top }: Sheet, y: number, text: string): void {
  doc.font(fonts.plain).fontSize(8.5).fillColor(colors.dimmed);
  const height = doc.heightOfString(text, { width });
  if (y + height > bottom) doc.addPage();
  doc.text(text, left, y + height > bottom ? top : y, { width });
}
