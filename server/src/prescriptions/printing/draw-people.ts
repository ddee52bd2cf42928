import { fonts, inks, type Sheet } from './sheet.ts';
import { writePhone } from './written-forms.ts';

export interface PrintedPerson {
  readonly name: string;
  readonly phone: string | null;
  /** Something to know about them: « Prescripteur non vérifié ». */
  readonly doubt?: string;
}

const GAP = 16;

/** Who prescribes, on the left, and for whom; answers where the longer of the two ends. */
export function drawPeople(
  sheet: Sheet,
  y: number,
  prescriber: PrintedPerson,
  patient: PrintedPerson,
): number {
  const width = (sheet.width - GAP) / 2;
  return Math.max(
    drawPerson(sheet, { x: sheet.left, y, width }, 'Prescripteur', prescriber),
    drawPerson(sheet, { x: sheet.left + width + GAP, y, width }, 'Patient', patient),
  );
}

type Place = { x: number; y: number; width: number };

function drawPerson(
  { doc }: Sheet,
  { x, y, width }: Place,
  part: string,
  { name, phone, doubt }: PrintedPerson,
): number {
  doc.font(fonts.plain).fontSize(9).fillColor(inks.dimmed).text(part, x, y, { width });
  doc
    .font(fonts.bold)
    .fontSize(11)
    .fillColor(inks.text)
    .text(name, x, doc.y + 1, { width });
  doc.font(fonts.plain).fontSize(10);
  if (phone !== null) doc.text(writePhone(phone), x, doc.y + 1, { width });
  if (doubt === undefined) return doc.y;
  doc.font(fonts.bold).fontSize(9);
  const top = doc.y + 4;
  doc.roundedRect(x, top, doc.widthOfString(doubt) + 12, 17, 4).fill(inks.doubtWash);
  doc.fillColor(inks.doubt).text(doubt, x + 6, top + 3, { lineBreak: false });
  return top + 17;
}
