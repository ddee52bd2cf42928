import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitCommission } from './commission.ts';

describe('the split of the commission (RULES 4)', () => {
  it.each([
    [1_000, true, 500, 500],
    [1_235, true, 617, 618],
    [1, true, 0, 1],
    [0, true, 0, 0],
    [1_235, false, 0, 1_235],
  ])(
    '%i F, partner %s: %i to the partner, %i to the platform',
    (commission, hasPartner, partner, platform) => {
      expect(splitCommission(commission, hasPartner)).toEqual({
        partner,
        platform,
      });
    },
  );

  it('adds up to the franc, is never negative, and rounds in favour of the platform', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2_000_000_000 }), fc.boolean(), (commission, hasPartner) => {
        const { partner, platform } = splitCommission(commission, hasPartner);
        expect(partner + platform).toBe(commission);
        expect(Number.isInteger(partner) && partner >= 0).toBe(true);
        expect(platform - partner).toBe(hasPartner ? commission % 2 : commission);
      }),
    );
  });
});
