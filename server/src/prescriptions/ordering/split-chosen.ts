import { type SplitLines, splitLines } from '@amasin/domain/orders/left-out/split-lines.ts';
import { invalidField } from '../../refusal.ts';

/**
 * Splits the lines of a prescription by what the customer leaves out.
 * @throws 422 INVALID on `path` for a medicine that is not in the prescription, or when none remains
 */
export function splitChosen<Line extends { readonly medicationId: string }>(
  lines: readonly Line[],
  unwanted: readonly string[],
  path: string,
): SplitLines<Line> {
  const split = splitLines(lines, unwanted);
  const known = new Set(split.leftOut.map(({ medicationId }) => medicationId));
  if (!unwanted.every((medicationId) => known.has(medicationId)))
    throw invalidField(path, 'Ce médicament n’est plus dans l’ordonnance');
  if (split.taken.length === 0) throw invalidField(path, 'Gardez au moins un médicament');
  return split;
}
