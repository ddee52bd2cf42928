import encodeQR from 'qr';
import { colors, fonts, type Sheet } from './sheet.ts';

/** In points; large enough for a phone at arm's length. */
const CODE = 92;
const PAD = 10;

/** The QR code of the number: `true` is dark; the white border is part of it. */
export const qrCodeOf = (number: string): boolean[][] =>
  encodeQR(number, 'raw', { ecc: 'medium', border: 2 });

/** Draws the number as text and as a QR code. @returns the y where the box ends */
export function drawNumber({ doc, left, width }: Sheet, y: number, number: string): number {
  const height = CODE + 2 * PAD;
  const options = { width: width - CODE - 3 * PAD };
  doc.roundedRect(left, y, width, height, 8).fill(colors.background);
  doc.font(fonts.plain).fontSize(9).fillColor(colors.dimmed);
  doc.text('Numéro d’ordonnance', left + PAD, y + 16, options);
  doc.font(fonts.bold).fontSize(25).fillColor(colors.text);
  doc.text(number, left + PAD, y + 29, { ...options, lineBreak: false });
  doc.font(fonts.plain).fontSize(9).fillColor(colors.text);
  const how = 'Pour commander : scannez ce code, ou tapez ce numéro sur Amasin. Il sert une seule fois.';
  doc.text(how, left + PAD, y + 68, options);
  drawCode(doc, qrCodeOf(number), { x: left + width - PAD - CODE, y: y + PAD });
  return y + height;
}

/** Draws adjacent dark squares as one rectangle, so that no hairline is printed between them. */
function drawCode(doc: Sheet['doc'], rows: readonly boolean[][], at: { x: number; y: number }): void {
  const unit = CODE / rows.length;
  doc.rect(at.x, at.y, CODE, CODE).fill('#ffffff');
  for (const [line, row] of rows.entries()) {
    for (let from = row.indexOf(true); from >= 0; ) {
      const end = row.indexOf(false, from);
      const to = end < 0 ? row.length : end;
      doc.rect(at.x + from * unit, at.y + line * unit, (to - from) * unit, unit);
      from = row.indexOf(true, to);
    }
  }
  doc.fill('#000000');
}
