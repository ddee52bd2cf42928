import { colors, fonts, type Sheet } from './sheet.ts';

/** The logo: a drop on a leaf, in a square of 32 units. */
const LEAF =
  'M28.6 3.4C15.2 2.6 4.2 8 4 18.3c-.1 3 .9 5.7 2.7 7.9L3.6 29.3l1.5 1.5 3.2-3.1c2.1 1.5 4.7 2.3 7.4 2.1C26 29.3 29.9 17.3 28.6 3.4Z';
const DROP = 'M17.2 9.6c2.8 3.4 5.2 6.2 5.2 9a5.2 5.2 0 0 1-10.4 0c0-2.8 2.4-5.6 5.2-9Z';
const UNITS = 32;

/** In points. */
const SIZE = 28;

/** Draws the logo and the name. @returns the y where they end */
export function drawLogo({ doc, left }: Sheet, y: number): number {
  doc
    .save()
    .translate(left, y)
    .scale(SIZE / UNITS);
  doc.path(LEAF).fill(colors.leaf);
  doc.path(DROP).fill(colors.drop);
  doc.restore();
  doc.font(fonts.bold).fontSize(17).fillColor(colors.leaf);
  doc.text('Amasin', left + SIZE + 6, y + 5, { lineBreak: false });
  return y + SIZE;
}
