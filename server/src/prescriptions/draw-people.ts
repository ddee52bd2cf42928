import { printable } from '@amasin/domain/prescriptions/printable.ts';
import { formatPhone } from '@amasin/domain/users/phone-number.ts';
import { colors, fonts, type Sheet } from './sheet.ts';

export interface PrintedPerson {
  readonly name: string;
  readonly phone: string | null;
  /** For example « Prescripteur non vérifié ». */
  readonly warning?: string;
}

const GAP = 16;

/** Draws the prescriber on the left and the patient on the right. @returns the y where the longer column ends */
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
  { name, phone, warning }: PrintedPerson,
): number {
  doc.font(fonts.plain).fontSize(9).fillColor(colors.dimmed).text(part, x, y, { width });
  doc
    .font(fonts.bold)
    .fontSize(11)
    .fillColor(colors.text)
    .text(printable(name), x, doc.y + 1, { width });
  doc.font(fonts.plain).fontSize(10);
  if (phone !== null) doc.text(formatPhone(phone), x, doc.y + 1, { width });
  if (warning === undefined) return doc.y;
  doc.font(fonts.bold).fontSize(9);
  const top = doc.y + 4;
  doc.roundedRect(x, top, doc.widthOfString(warning) + 12, 17, 4).fill(colors.warningBackground);
  doc.fillColor(colors.warning).text(warning, x + 6, top + 3, { lineBreak: false });
  return top + 17;
}
