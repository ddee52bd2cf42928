import fc from 'fast-check';
import { expect, it } from 'vitest';
import { maskName } from './mask-name.ts';
import { readPrescriptionNumber } from './prescription-number.ts';
import { pricesHold } from './validity.ts';

it.each(['ORD-12345678', 'ord-12345678', '12345678', ' Ord 1234 5678 ', 'ORD–1234-5678', 'ord12345678'])(
  '« %s » is the whole number ORD-12345678',
  (typed) => {
    expect(readPrescriptionNumber(typed)).toBe('ORD-12345678');
  },
);

it.each(['', 'ORD-', 'ORD-1234567', '1234567', '123456789', 'ORD-1234567%', 'CMD-12345678', 'ORD-1234567O'])(
  '« %s » is none',
  (typed) => {
    expect(readPrescriptionNumber(typed)).toBeNull();
  },
);

it('reads its own stored form as it stands', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 99_999_999 }), (n) => {
      const stored = `ORD-${String(n).padStart(8, '0')}`;
      expect(readPrescriptionNumber(stored)).toBe(stored);
    }),
  );
});

it.each([
  ['Afi Kpadé', 'A*** K***'],
  ['  Ɖossou   Émile  ', 'Ɖ*** É***'],
  ['𝒜b', '𝒜***'],
  ['', ''],
])('the name « %s » is shown to strangers as « %s »', (name, masked) => {
  expect(maskName(name)).toBe(masked);
});

it('prices hold 30 days to the millisecond', () => {
  const then = new Date('2026-10-21T10:00:00.000Z');
  expect(pricesHold(then, new Date('2026-11-20T10:00:00.000Z'))).toBe(true);
  expect(pricesHold(then, new Date('2026-11-20T10:00:00.001Z'))).toBe(false);
});
