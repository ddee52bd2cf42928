import { expect, test } from 'vitest';
import { readQuantity, wrongQuantity } from './quantity.ts';

test.each([
  ['3', 3],
  [' 12 ', 12],
  ['007', 7],
  ['999', 999],
])('reads « %s » as %d', (typed, quantity) => {
  expect(readQuantity(typed)).toBe(quantity);
});

const WHOLE = 'Quantité entière, 1 au moins';

test.each([
  ['1,5', WHOLE],
  ['.05', WHOLE],
  ['2 boîtes de 30', WHOLE],
  ['-2', WHOLE],
  ['1e2', WHOLE],
  ['1 000', WHOLE],
  ['0', WHOLE],
  ['', WHOLE],
  ['1000', '999 au plus'],
])('does not read « %s »: %s', (typed, problem) => {
  expect(readQuantity(typed)).toBeNull();
  expect(wrongQuantity({ typed })).toBe(problem);
});
