import type { Fcfa } from './money.ts';

/**
 * Shares an amount out in proportion to weights, in whole francs that add up to it: each share is rounded down, and the francs that
 * remain go to the largest remainders, of equal ones to the first.
 * @param total whole FCFA, not negative
 * @param weights whole and not negative; where all are 0, every share is 0 and `total` must be 0
 */
export function shareOut(total: Fcfa, weights: readonly number[]): Fcfa[] {
  const whole = weights.reduce((sum, weight) => sum + BigInt(weight), 0n);
  if (whole === 0n) {
    if (total !== 0) throw new Error(`nobody to share ${total} F out to`);
    return weights.map(() => 0);
  }
  // A product of two amounts may exceed what a number can hold exactly.
  const parts = weights.map((weight, index) => {
    const product = BigInt(total) * BigInt(weight);
    return { index, share: Number(product / whole), remainder: product % whole };
  });
  let left = total - parts.reduce((sum, { share }) => sum + share, 0);
  const largestFirst = [...parts].sort((one, other) =>
    one.remainder === other.remainder ? one.index - other.index : one.remainder > other.remainder ? -1 : 1,
  );
  const shares = parts.map(({ share }) => share);
  for (const { index, share } of largestFirst) {
    if (left === 0) break;
    shares[index] = share + 1;
    left -= 1;
  }
  return shares;
}
