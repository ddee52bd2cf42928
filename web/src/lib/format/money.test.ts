import { expect, test } from 'vitest';
import { plain } from '../../testing/plain.ts';
import { countOf, countUpTo, totalOf } from './money.ts';

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
