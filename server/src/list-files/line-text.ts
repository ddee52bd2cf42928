import { MAX_FCFA, readAmount } from '@amasin/domain/contract/money.ts';
import { normalForm } from '@amasin/domain/contract/normal-form.ts';
import { plainText } from '@amasin/domain/contract/text.ts';
import { z } from 'zod';

/** A field of a line with normalised spaces; empty when the column is missing. */
export const lineText = z
  .string()
  .default('')
  .transform((written) => normalForm(written, 'NFC').replace(/\s+/g, ' ').trim());

/** A field of a line that is no name: what cannot be stored, and signs that turn a line, are left out (rule 46). */
export const freeLineText = lineText.pipe(plainText(1_000));

/** An amount as people write it, « 1 500 » or « 1500 F »: whole FCFA, or null when empty. */
export const lineAmount = z
  .string()
  .default('')
  .transform((written, context) => {
    if (written.trim() === '') return null;
    const amount = readAmount(written, { isFromFile: true });
    if (amount !== null) return amount;
    const [typed, shown] = [readAmount(written), written.replace(/\s+/g, ' ').trim()];
    // The same sign may separate thousands or decimals.
    const small = String(Number(/\d{1,12}[.,]\d+/.exec(shown)?.[0].replace(',', '.'))).replace('.', ',');
    context.addIssue(
      typed === null
        ? `Prix illisible : « ${shown} » (nombre entier de francs attendu)`
        : `Prix ambigu : « ${shown} » (${typed} F, ou ${small} F ?) : écrivez ${typed} si c’est bien ce prix`,
    );
    return z.NEVER;
  })
  .pipe(z.number().max(MAX_FCFA, 'Prix trop élevé').nullable());

/** All reasons why a line is rejected, joined. */
export function reasonOfLine({ issues }: z.ZodError): string {
  return [...new Set(issues.map(({ message }) => message))].join(', ');
}
