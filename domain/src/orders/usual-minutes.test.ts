import { expect, test } from 'vitest';
import { expectedMinutes, usualMinutes } from './expected.ts';

test.each<[measured: number, median: number | null, told: number | null]>([
  [5, 52, 55],
  [50, 55, 55],
  [50, 55.01, 60],
  [5, 0, 5],
  [4, 52, null],
  [0, null, null],
])('%i orders measured with a median of %s minutes: %s', (measured, median, told) => {
  expect(usualMinutes(measured, median)).toBe(told);
});

test.each<[usual: number | null, told: number]>([
  [55, 55],
  [120, 120],
  [145, 120],
  [null, 120],
])('with a promise of 120 minutes, a usual time of %s is told as %i', (usual, told) => {
  expect(expectedMinutes(usual, 120)).toBe(told);
});
