import { expect, test } from 'vitest';
import { topOf, topOfMinutes } from './scale.ts';

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

test.each([
  [0, 20],
  [52, 60],
  [62, 120],
  [121, 240],
])('up to %i minutes it ends at %i', (largest, top) => {
  expect(topOfMinutes(largest)).toBe(top);
});
