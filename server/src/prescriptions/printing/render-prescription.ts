import { buffer } from 'node:stream/consumers';
import { drawItems, type PrintedItem } from './draw-items.ts';
import { drawMark } from './draw-mark.ts';
import { drawNumber } from './draw-number.ts';
import { drawPeople, type PrintedPerson } from './draw-people.ts';
import { fonts, inks, numberPages, openSheet, type Sheet } from './sheet.ts';
import { writeDay, writeMoment } from './written-forms.ts';

export interface PrintedPrescription {
  readonly number: string;
  readonly createdAt: Date;
  /** Until when the prices hold (RULES 2). */
  readonly pricesUntil: Date;
  readonly prescriber: PrintedPerson;
  readonly patient: PrintedPerson;
  readonly items: readonly PrintedItem[];
}

/** The prescription as a PDF to be printed or shown: its number as text and as a code. */
export async function renderPrescription(printed: PrintedPrescription): Promise<Uint8Array> {
  const { number, createdAt, prescriber, patient, items } = printed;
  const sheet = openSheet(`Ordonnance ${number}`, createdAt);
  const written = buffer(sheet.doc);
  let y = drawHead(sheet, createdAt);
  y = drawNumber(sheet, y + 14, number);
  y = drawPeople(sheet, y + 14, prescriber, patient);
  y = drawItems(sheet, y + 16, items);
  drawNote(
    sheet,
    y,
    `Sans la livraison ni la commission. Prix valables jusqu’au ${writeDay(printed.pricesUntil)}.`,
  );
  numberPages(sheet, number);
  sheet.doc.end();
  return written;
}

function drawHead(sheet: Sheet, createdAt: Date): number {
  const { doc, left, right, width, top } = sheet;
  const end = drawMark(sheet, top);
  doc.font(fonts.bold).fontSize(13).fillColor(inks.text);
  doc.text('Ordonnance', left + width / 2, top, { width: width / 2, align: 'right' });
  doc.font(fonts.plain).fontSize(9).fillColor(inks.dimmed);
  doc.text(writeMoment(createdAt), left + width / 2, top + 17, { width: width / 2, align: 'right' });
  doc
    .moveTo(left, end + 8)
    .lineTo(right, end + 8)
    .lineWidth(1)
    .strokeColor(inks.leaf)
    .stroke();
  return end + 8;
}

function drawNote({ doc, left, width, bottom, top }: Sheet, y: number, words: string): void {
  doc.font(fonts.plain).fontSize(8.5).fillColor(inks.dimmed);
  const height = doc.heightOfString(words, { width });
  if (y + height > bottom) doc.addPage();
  doc.text(words, left, y + height > bottom ? top : y, { width });
}
