import { expect, test } from 'vitest';
import { percentileOf } from './percentile.mjs';

const hundred = Array.from({ length: 100 }, (_, n) => n + 1);

test.each([
  ['the smallest', hundred, 0, 1],
  ['the 95th percentile', hundred, 0.95, 96],
  ['the largest', hundred, 1, 100],
  ['of a single value', [7], 0.5, 7],
  ['of no values', [], 0.95, undefined],
])('%s', (_, sorted, part, expected) => {
  expect(percentileOf(sorted, part)).toBe(expected);
});
