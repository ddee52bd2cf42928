import { expect, test } from 'vitest';
import { plain } from '../../testing/plain.ts';
import { countOf, countUpTo, formatMoney, totalOf } from './money.ts';

test.each([
  [0, '0 F'],
  [-0, '0 F'],
  [500, '500 F'],
  [12_500, '12 500 F'],
  [1_234_567, '1 234 567 F'],
  [-2_000, '-2 000 F'],
])('%i is written %s', (amount, written) => {
  expect(plain(formatMoney(amount))).toBe(written);
});

test('an amount has no breaking space', () => {
  expect(formatMoney(12_500)).not.toContain(' ');
});

test.each([
  [0, '0 commande'],
  [1, '1 commande'],
  [2, '2 commandes'],
  [1200, '1 200 commandes'],
])('the noun agrees with %i', (count, written) => {
  expect(plain(countOf(count, 'commande'))).toBe(written);
});

test('an irregular plural is passed as an argument', () => {
  expect(plain(countOf(3, 'choix', 'choix'))).toBe('3 choix');
});

test.each([
  [1000, '1 000 commandes'],
  [1001, 'Plus de 1 000 commandes'],
  [1002, '1 002 commandes'],
])('a total of %i is written %s: the server counts what matches a filter up to 1,000', (total, written) => {
  expect(plain(totalOf(total, 'commande'))).toBe(written);
});

test.each([
  [0, '0'],
  [1000, '1 000'],
  [1001, '1 000+'],
])('a number of rows of %i is written %s', (count, written) => {
  expect(plain(countUpTo(count))).toBe(written);
});
