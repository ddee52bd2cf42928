import { expect, test } from 'vitest';
import { readRate } from './CardForm.tsx';

test.each([
  ['80', 80],
  [' 80 % ', 80],
  ['80\u00a0%', 80],
  ['37,5', 37.5],
  ['', Number.NaN],
  ['%', Number.NaN],
  ['abc', Number.NaN],
])('%j is %j', (text, rate) => {
  expect(readRate(text)).toBe(rate);
});
