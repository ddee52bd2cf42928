import { expect, test } from 'vitest';
import { readPrice } from './read-price.ts';

test.each([
  ['', 0],
  ['1 500', 1500],
  ['1.500 F CFA', 1500],
  ['abc', null],
  ['1,5', null],
])('reads a price of « %s » as %s', (typed, price) => {
  expect(readPrice(typed)).toBe(price);
});
