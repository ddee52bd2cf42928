import { expect, test } from 'vitest';
import { topOf } from './scale.ts';

test.each([
  [0, 2],
  [1, 2],
  [3, 4],
  [4, 4],
  [7, 10],
  [11, 20],
  [41, 100],
  [123_456, 200_000],
])('up to %i the scale ends at %i', (largest, top) => {
  expect(topOf(largest)).toBe(top);
});
