import { z } from 'zod';
import { draftItem } from '../orders/draft-item.ts';

/**
 * Items as a pharmacist or a prescriber writes them: lines without label, quantity or price above 0 are dropped first
 * (SPEC 5). `none` is said when no line is left.
 */
export function writtenItems(none: string) {
  return z
    .array(z.unknown(), { error: none })
    .transform((lines) => lines.filter(isWorthKeeping))
    .pipe(z.array(draftItem).min(1, none).max(100, '100 lignes maximum'));
}

function isWorthKeeping(line: unknown): boolean {
  if (typeof line !== 'object' || line === null) return false;
  const { label, medicationId, quantity, price } = line as Record<string, unknown>;
  const named = typeof medicationId === 'string' || (typeof label === 'string' && label.trim() !== '');
  return named && quantity != null && !isZeroOrLess(quantity) && !isZeroOrLess(price);
}

const isZeroOrLess = (value: unknown): boolean => typeof value === 'number' && value <= 0;
