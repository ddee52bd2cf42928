import { MAX_FCFA } from '@amasin/domain/contract/money.ts';
import { z } from 'zod';

/** A field of a line: one space where there were several, none around; empty where the column is missing. */
export const lineText = z
  .string()
  .default('')
  .transform((written) => written.normalize('NFC').replace(/\s+/g, ' ').trim());

/** An amount as people write it in a list, « 1 500 » or « 1500 F » : whole FCFA, or null where nothing is written. */
export const lineAmount = lineText
  .transform((written) => written.replace(/\s|(?:F|FCFA|XOF)$/gi, ''))
  .pipe(z.string().regex(/^\d{0,9}$/, 'Prix illisible (nombre entier de francs)'))
  .transform((digits) => (digits === '' ? null : Number(digits)))
  .pipe(z.number().max(MAX_FCFA, 'Prix trop élevé').nullable());

/** What is wrong with a line, in one reason. */
export function reasonOfLine({ issues }: z.ZodError): string {
  return [...new Set(issues.map(({ message }) => message))].join(', ');
}
