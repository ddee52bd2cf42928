import { expect, test } from 'vitest';
import { coverText } from './cover-text.ts';

test.each([
  ['a checked card', 80, 40_000, null, '80\u00a0%'],
  ['a card without a limit', 80, 40_000, undefined, '80\u00a0%'],
  ['a reduction below the limit', 80, 19_999, 20_000, '80\u00a0%'],
  ['a reduction that the limit held back', 80, 20_000, 20_000, 'plafonnée avant vérification'],
  ['a card that takes nothing off before it is checked', 80, 0, 0, 'plafonnée avant vérification'],
])('%s', (_, rate, reduction, limit, text) => {
  expect(coverText(rate, reduction, limit)).toBe(text);
});
