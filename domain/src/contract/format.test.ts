import { expect, test } from 'vitest';
import { formatDateTime, formatDay, formatMoney } from './format.ts';

const plain = (text: string) => text.replace(/\s/g, ' ');

test.each([
  [0, '0 F'],
  [-0, '0 F'],
  [12_500, '12 500 F'],
  [1_234_567, '1 234 567 F'],
  [-2_000, '-2 000 F'],
])('%i is written %s, without a breaking space', (amount, written) => {
  expect(plain(formatMoney(amount))).toBe(written);
  expect(formatMoney(amount)).not.toContain(' ');
});

test('dates and times are those of Benin, one hour ahead of UTC', () => {
  expect(formatDay(new Date('2026-11-30T23:30:00Z'))).toBe('1er décembre 2026');
  expect(plain(formatDateTime(new Date('2026-11-20T13:05:00Z')))).toBe('20 novembre 2026 à 14 h 05');
});
