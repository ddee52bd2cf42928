import { formatMoney, formatNumber } from '@amasin/domain/contract/format.ts';
import { expect, test } from 'vitest';
import { plain } from '../../testing/plain.ts';
import { compare, comparePercents, percentOf } from './Overview.tsx';

test.each([
  [46, 34, '12 de plus (+35 %)'],
  [34, 46, '12 de moins (−26 %)'],
  [3, 0, '3 de plus'],
  [0, 3, '3 de moins (−100 %)'],
  [5, 5, 'autant'],
])('%i after %i: %s', (current, previous, text) => {
  expect(plain(compare(current, previous, formatNumber))).toBe(text);
});

test('compares amounts', () => {
  expect(plain(compare(12_500, 10_000, formatMoney))).toBe('2 500 F de plus (+25 %)');
});

test.each([
  [96, 92, '4 points de plus (+4)'],
  [91, 92, '1 point de moins (−1)'],
  [92, 92, 'autant'],
  [null, 92, null],
  [92, null, null],
])('%s % after %s %', (current, previous, text) => {
  expect(plain(comparePercents(current, previous) ?? '') || null).toBe(text);
});

test.each([
  [0, 0, null],
  [0, 3, 0],
  [2, 3, 67],
])('%i of %i is %s %', (part, whole, percent) => {
  expect(percentOf(part, whole)).toBe(percent);
});
