import { describe, expect, it } from 'vitest';
import { nextCheckAfter } from './follow-up.ts';
import type { paymentStatuses } from './lifecycle.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const createdAt = new Date('2026-11-20T08:00:00Z');

/** How long after it was opened a payment of this age is checked next, ms; null for never. */
function nextOf(status: (typeof paymentStatuses)[number], age: number): number | null {
  const next = nextCheckAfter({ status, createdAt }, new Date(createdAt.getTime() + age));
  return next && next.getTime() - createdAt.getTime();
}

describe('a pending payment is checked', () => {
  it.each([
    [0, 30 * SECOND],
    [30 * SECOND, MINUTE],
    [MINUTE - 1, MINUTE],
    [MINUTE, 2 * MINUTE],
    [4 * MINUTE, 5 * MINUTE],
    [5 * MINUTE, 10 * MINUTE],
    [10 * MINUTE, 30 * MINUTE],
    [30 * MINUTE, 90 * MINUTE],
    [23 * HOUR, 24 * HOUR],
    [3 * DAY, 3 * DAY + HOUR],
  ])('after %i ms next at %i ms', (age, next) => expect(nextOf('pending', age)).toBe(next));
});

describe('a payment that was not made is checked', () => {
  it.each([
    ['failed', 0, 30 * SECOND],
    ['cancelled', 10 * MINUTE, 30 * MINUTE],
    ['failed', 2 * HOUR - 1, 3 * HOUR - 1],
    ['failed', 2 * HOUR, null],
    ['cancelled', 2 * HOUR, null],
    ['expired', DAY, 2 * DAY],
    ['expired', 7 * DAY - 1, 8 * DAY - 1],
    ['expired', 7 * DAY, null],
  ] as const)('%s after %i ms next at %s', (status, age, next) => expect(nextOf(status, age)).toBe(next));
});

it.each(['paid', 'review', 'refunded'] as const)('a payment that is %s is never checked again', (status) => {
  for (const age of [0, HOUR, DAY]) expect(nextOf(status, age)).toBeNull();
});
