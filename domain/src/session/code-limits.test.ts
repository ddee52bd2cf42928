import { describe, expect, it } from 'vitest';
import { waitForCode } from './code-limits.ts';

const now = new Date('2026-11-20T10:00:00Z');
const MINUTE = 60;
const HOUR = 60 * MINUTE;
/** The delay before the next code, s, after codes sent this many seconds ago, latest first. */
const wait = (...ago: number[]) =>
  waitForCode(
    ago.map((seconds) => new Date(now.getTime() - seconds * 1000)),
    now,
  ) / 1000;

describe('the delay before the next code (rule 26)', () => {
  it.each([
    [[], 0],
    [[0], MINUTE],
    [[1], 59],
    [[59.999], 0.001],
    [[60], 0],
    [[60, 120], 0],
    [[60, 120, 180], 7 * MINUTE],
    // Two limits apply: the longer delay counts.
    [[5, 70, 595], 55],
    [[5, 70, 500], 100],
    [[60, 120, 600], 0],
    [[HOUR, 2 * HOUR, 3 * HOUR, 4 * HOUR], 0],
    [[HOUR, 2 * HOUR, 3 * HOUR, 4 * HOUR, 5 * HOUR], 19 * HOUR],
    [[HOUR, 2 * HOUR, 3 * HOUR, 4 * HOUR, 24 * HOUR], 0],
    [[30, 60, 90, 4 * HOUR, 23 * HOUR], HOUR],
  ])('sent %j s ago: %d s', (ago, seconds) => {
    expect(wait(...ago)).toBeCloseTo(seconds, 6);
  });
});
