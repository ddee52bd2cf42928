import { expect, test } from 'vitest';
import { isLate } from './expected.ts';

const expectedAt = '2026-11-20T15:40:00.000Z';

test.each<[expectedAt: string | null, now: string, late: boolean]>([
  [expectedAt, '2026-11-20T15:39:59.999Z', false],
  [expectedAt, '2026-11-20T15:40:00.000Z', false],
  [expectedAt, '2026-11-20T15:40:00.001Z', true],
  // Not paid yet, or delivered.
  [null, '2026-11-20T15:41:00.000Z', false],
])('expected at %s, late at %s: %s', (at, now, late) => {
  expect(isLate({ expectedAt: at }, new Date(now))).toBe(late);
});
