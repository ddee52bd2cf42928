import { type MedicationForm, medicationFormLabels } from '@amasin/domain/medications/form.ts';
import type { ItemReview } from '@amasin/domain/orders/order.ts';
import { printable } from '@amasin/domain/prescriptions/printable.ts';
import { formatMoney } from './format.ts';
import { colors, fonts, type Sheet } from './sheet.ts';

export interface PrintedItem {
  readonly label: string;
  readonly form: MedicationForm;
  readonly quantity: number;
  /** Unit price in FCFA; 0 without one. */
  readonly price: number;
  /** `waiting`: its price is not checked. */
  readonly review?: ItemReview | null;
  readonly posology: string | null;
  readonly duration: string | null;
}

/** Column widths in points. */
const columns = { quantity: 32, price: 66, amount: 72 };
const GAP = 8;
const PAD = 5;

/** Draws the medicines with their amounts and total, over several pages if needed. @returns the y where they end */
export function drawItems(sheet: Sheet, y: number, items: readonly PrintedItem[]): number {
  const { doc, left, right, width, bottom } = sheet;
  const labelWidth = width - columns.quantity - columns.price - columns.amount - 3 * GAP;
  const ends = {
    quantity: left + labelWidth + GAP + columns.quantity,
    price: right - columns.amount - GAP,
    amount: right,
  };

  const atEnd = (text: string, column: keyof typeof columns, top: number) =>
    doc.text(text, ends[column] - columns[column], top, {
      width: columns[column],
      align: 'right',
      lineBreak: false,
    });
  const rule = (at: number) =>
    doc.moveTo(left, at).lineTo(right, at).lineWidth(0.5).strokeColor(colors.line).stroke();
  const heading = (top: number) => {
    doc.font(fonts.plain).fontSize(9).fillColor(colors.dimmed);
    doc.text('Médicament', left, top, { width: labelWidth });
    atEnd('Qté', 'quantity', top);
    atEnd('Prix', 'price', top);
    atEnd('Montant', 'amount', top);
    rule(top + 15);
    return top + 15;
  };
  const onNewPage = () => {
    doc.addPage();
    return sheet.top;
  };

  let at = heading(y);
  for (const { label: written, form, quantity, price, review, posology, duration } of items) {
    const label = printable(written);
    doc.font(fonts.bold).fontSize(10);
    const labelHeight = doc.heightOfString(label, { width: labelWidth });
    const instructions = printable([posology, duration].filter(Boolean).join(' · '));
    doc.font(fonts.plain);
    const instructionsHeight =
      instructions === '' ? 0 : doc.heightOfString(instructions, { width: labelWidth });
    const height = labelHeight + 12 + instructionsHeight + 2 * PAD;
    if (at + height > bottom) at = heading(onNewPage());
    doc.font(fonts.bold).fontSize(10).fillColor(colors.text);
    doc.text(label, left, at + PAD, { width: labelWidth });
    atEnd(String(quantity), 'quantity', at + PAD);
    doc.font(fonts.plain);
    const unpriced = review === 'waiting' ? 'à vérifier' : '–';
    atEnd(price > 0 ? formatMoney(price) : unpriced, 'price', at + PAD);
    atEnd(price > 0 ? formatMoney(price * quantity) : '–', 'amount', at + PAD);
    doc.fontSize(9).fillColor(colors.dimmed);
    doc.text(medicationFormLabels[form], left, at + PAD + labelHeight, { width: labelWidth });
    doc.fontSize(10).fillColor(colors.text);
    if (instructions !== '') doc.text(instructions, left, at + PAD + labelHeight + 12, { width: labelWidth });
    at += height;
    rule(at);
  }

  if (at + 30 > bottom) at = onNewPage();
  const total = items.reduce((sum, { price, quantity }) => sum + price * quantity, 0);
  doc.font(fonts.bold).fontSize(13).fillColor(colors.text);
  doc.text('Total des médicaments', left, at + 9, { width: width / 2, lineBreak: false });
  doc.text(formatMoney(total), left + width / 2, at + 9, { width: width / 2, align: 'right' });
  return at + 28;
}
