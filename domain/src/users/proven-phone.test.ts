import { expect, it } from 'vitest';
import { hasProvenPhone, isWrittenFor } from './proven-phone.ts';

const PHONE = '+2290197000001';
const day = (n: number) => new Date(Date.UTC(2026, 10, n));

it.each([
  ['proven before', PHONE, day(1), PHONE, true],
  ['proven at that moment', PHONE, day(2), PHONE, true],
  ['proven later', PHONE, day(3), PHONE, false],
  ['never proven', PHONE, null, PHONE, false],
  ['another telephone', '+2290197000002', day(1), PHONE, false],
  ['a deleted account and an erased patient', null, day(1), '', false],
] as const)('what was written on the 2nd is theirs: %s', (_, phone, phoneProvenAt, written, isTheirs) => {
  expect(isWrittenFor({ phone, phoneProvenAt }, { phone: written, at: day(2) })).toBe(isTheirs);
});

it('only a telephone that an account has is proven', () => {
  expect(hasProvenPhone({ phone: PHONE, phoneProvenAt: day(1) })).toBe(true);
  expect(hasProvenPhone({ phone: PHONE, phoneProvenAt: null })).toBe(false);
  expect(hasProvenPhone({ phone: null, phoneProvenAt: day(1) })).toBe(false);
});
