import { beforeEach, expect, test } from 'vitest';
import { growingPauses } from './cluster.ts';

// The pauses before PostgreSQL is started again (decision 26), with a clock that this test sets.

let at: number;
let nextPause: () => number;

beforeEach(() => {
  at = 5_000;
  nextPause = growingPauses(() => at);
});

/** The pauses of this many restarts, each of which ends after it has run for this long, ms. */
const pauses = (restarts: number, runMs: number) =>
  Array.from({ length: restarts }, () => {
    const pause = nextPause();
    at += pause + runMs;
    return pause;
  });

test('each pause is twice the one before, 2 s at most, however often PostgreSQL ends', () => {
  expect(pauses(7, 0)).toEqual([100, 200, 400, 800, 1_600, 2_000, 2_000]);
  expect(new Set(pauses(1_000, 0))).toEqual(new Set([2_000]));
});

test('a run of less than a minute does not shorten them', () => {
  expect(pauses(6, 50_000)).toEqual([100, 200, 400, 800, 1_600, 2_000]);
});

test('after a run of more than a minute they begin again at 0.1 s, and grow again', () => {
  expect(pauses(6, 0).at(-1)).toBe(2_000);
  at += 61_000;
  expect(pauses(4, 0)).toEqual([100, 200, 400, 800]);
});

test('the first end is followed by the shortest pause, early or late', () => {
  at += 10_000;
  expect(nextPause()).toBe(100);
  const late = growingPauses(() => at);
  at += 3_600_000;
  expect(late()).toBe(100);
});
