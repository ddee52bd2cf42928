import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { casesOf } from '../testing/cases-of.ts';
import { MAX_FCFA } from './money.ts';
import { shareOut } from './shares.ts';

describe('an amount shared out by largest remainder', () => {
  it.each([
    [8_642, [12_345], [8_642]],
    [100, [1, 1, 1], [34, 33, 33]],
    // 6,66… and 3,33…: the largest remainder gets the franc.
    [10, [2, 1], [7, 3]],
    [10, [1, 2], [3, 7]],
    [1, [5, 5], [1, 0]],
    [7, [0, 3, 0], [0, 7, 0]],
    [0, [3, 4], [0, 0]],
    [0, [0, 0], [0, 0]],
    [0, [], []],
  ])('%i F by %j is %j', (total, weights, shares) => {
    expect(shareOut(total, weights)).toEqual(shares);
  });

  it('has nobody to give to where all weights are 0', () => {
    expect(() => shareOut(1, [0, 0])).toThrow('nobody to share 1 F out to');
  });

  it('adds up to the franc, and no share is a franc away from its proportion', () => {
    const weights = fc
      .array(fc.oneof(fc.nat(20), fc.nat(MAX_FCFA)), { minLength: 1, maxLength: 100 })
      .filter((all) => all.some((weight) => weight > 0));
    fc.assert(
      fc.property(fc.nat(MAX_FCFA), weights, (total, all) => {
        const shares = shareOut(total, all);
        expect(shares.reduce((sum, share) => sum + share, 0)).toBe(total);
        const whole = all.reduce((sum, weight) => sum + BigInt(weight), 0n);
        for (const [index, share] of shares.entries()) {
          const exact = BigInt(total) * BigInt(all[index] ?? 0);
          const apart = BigInt(share) * whole - exact;
          expect(share >= 0 && apart < whole && apart > -whole).toBe(true);
        }
      }),
      { numRuns: casesOf(2_000, 20_000) },
    );
  });
});
