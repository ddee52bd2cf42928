/** Order numbers read `CMD-` and at least six digits (RULES 11). */
export function orderNumber(sequence: number): string {
  return `CMD-${String(sequence).padStart(6, '0')}`;
}
