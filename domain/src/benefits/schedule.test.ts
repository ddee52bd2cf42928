import { expect, it } from 'vitest';
import { isDue, lastDue, nextDue, type PayInterval, payIntervals } from './schedule.ts';

/** Nine o'clock in Benin is eight in UTC. Friday 27 November 2026, before and after. */
const BEFORE = new Date('2026-11-27T07:59:59Z');
const AFTER = new Date('2026-11-27T08:00:00Z');

it.each<[PayInterval, string, string, string]>([
  ['day', '2026-11-26T08:00:00.000Z', '2026-11-27T08:00:00.000Z', '2026-11-28T08:00:00.000Z'],
  ['week', '2026-11-20T08:00:00.000Z', '2026-11-27T08:00:00.000Z', '2026-12-04T08:00:00.000Z'],
  ['fortnight', '2026-11-16T08:00:00.000Z', '2026-11-16T08:00:00.000Z', '2026-12-01T08:00:00.000Z'],
  ['month', '2026-11-01T08:00:00.000Z', '2026-11-01T08:00:00.000Z', '2026-12-01T08:00:00.000Z'],
])('%s: due last before, last after, and next', (interval, before, after, next) => {
  expect(lastDue(interval, BEFORE)?.toISOString()).toBe(before);
  expect(lastDue(interval, AFTER)?.toISOString()).toBe(after);
  expect(nextDue(interval, AFTER)?.toISOString()).toBe(next);
});

it('who is paid by hand is never due', () => {
  expect([lastDue('by-hand', AFTER), nextDue('by-hand', AFTER)]).toEqual([null, null]);
  expect(isDue('by-hand', null, AFTER)).toBe(false);
});

it('is due until paid since the last due time, and from the first earning on', () => {
  for (const interval of payIntervals.filter((one) => one !== 'by-hand')) {
    expect(isDue(interval, null, AFTER), interval).toBe(true);
    expect(isDue(interval, AFTER, AFTER), interval).toBe(false);
    expect(isDue(interval, new Date('2026-10-31T08:00:00Z'), AFTER), interval).toBe(true);
  }
});
